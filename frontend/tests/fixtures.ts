/** Two small games made by hand, and a long one made by counting. */
import type { Book, Frames, Judged, Words } from "../src/decode";
import type { Layout } from "../src/table";
import uiWords from "../ui-words.txt";
import { Recorder, text, type Game, type Pile, type Position } from "./build";

type Shape = [id: string, kind: string, owner: number | null, layout: Layout, rows: number, hint: string];

const NAMES = ["Ana", "Leo", "Zoe"];

// ---------------------------------------------------------------- Skip-Bo

function skipboZones(seats: number): Shape[] {
  const zones: Shape[] = [["draw", "draw", null, "pile", 1, ""]];
  for (let k = 1; k <= 4; k++) zones.push([`B${k}`, "build", null, "pile", 1, "1"]);
  zones.push(["completed", "completed", null, "pile", 1, ""]);
  for (let seat = 0; seat < seats; seat++) {
    zones.push([`stock${seat}`, "stock", seat, "pile", 1, ""], [`hand${seat}`, "hand", seat, "fan", 1, ""]);
    for (let k = 1; k <= 4; k++) zones.push([`discard${seat}.${k}`, "discard", seat, "cascade", 1, ""]);
  }
  return zones;
}

function skipboStart(seats: number): Position {
  const cards: Record<string, Pile> = { draw: [["?"], 61], B1: [["3"], 3], B2: [["7"], 7], B3: [[], 0], B4: [[], 0], completed: [["?"], 12] };
  for (let seat = 0; seat < seats; seat++) {
    cards[`stock${seat}`] = [[["4", "11", "2", "8", "SB", "9"][seat % 6]!], 12 - seat];
    cards[`hand${seat}`] = [[["SB", "5", "9", "12"], ["?3", "?3", "?7", "?10", "?SB"], ["1", "2", "12", "6", "6"]][seat % 3]!, seat % 3 ? 5 : 4];
    const piles: string[][] = seat % 2 ? [["8"], ["12", "11", "4"], [], []] : [["9", "10"], ["SB"], [], []];
    piles.forEach((pile, k) => (cards[`discard${seat}.${k + 1}`] = [pile, pile.length]));
  }
  return { cards, seats: Array.from({ length: seats }, () => [null, []]), at: [-1, 1, 3, "draw"] };
}

const SKIPBO_BANDS = { ...Object.fromEntries(Array.from({ length: 12 }, (_, k) => [String(k + 1), [1, 2, 4][Math.floor(k / 4)]!])), SB: 5 };

export function skipbo(seats = 3): Game {
  const names = [...NAMES, "Mia", "Tom", "Eva"].slice(0, seats);
  const game = new Recorder(skipboZones(seats), skipboStart(seats));
  const play = (w: number, a: string, phrase: string, rules: string[], facts: Record<string, string>, change: (p: Position) => void, allowed?: number) => game.step({ a, w, phrase, rules, allowed, facts: { seat: names[w] ?? "", ...facts } }, change);
  play(-1, "draw 1", "refill", ["skipbo.turn.refill"], { seat: "Ana", count: "1" }, (p) => {
    p.cards.draw = [["?"], 60];
    p.cards.hand0 = [["3", "SB", "5", "9", "12"], 5];
    p.at = [0, 1, 3, "play"];
  });
  play(0, "S>B1", "play_stock", ["skipbo.build.sequence", "skipbo.play.source_stock", "skipbo.stock.flip_next"], { card: "4", below: "3" }, (p) => {
    p.cards.B1 = [["4"], 4];
    p.cards.stock0 = [["5"], 11];
  }, 2).note("profesora", "es", "Ojo: con el 5 de la mano podría seguir, pero ¿qué carta aparece ahora en la pila?", "interesting", "skipbo.stock.flip_next");
  play(0, "H5>B1", "play_hand", ["skipbo.build.sequence"], { card: "5", below: "4" }, (p) => {
    p.cards.B1 = [["5"], 5];
    p.cards.hand0 = [["3", "SB", "9", "12"], 4];
  });
  play(0, "HSB>B3", "play_wild", ["skipbo.build.start", "skipbo.wild.any", "skipbo.ruling.wild_value"], { card: "SB", value: "1" }, (p) => {
    p.cards.B3 = [["SB=1"], 1];
    p.cards.hand0 = [["3", "9", "12"], 3];
  }).note("Leo", "en", "I would have kept it.\n<b>Text only</b>, please.");
  play(0, "H12>D3", "discard", ["skipbo.turn.discard_ends"], { card: "12", pile: "3" }, (p) => {
    p.cards.hand0 = [["3", "9"], 2];
    p.cards["discard0.3"] = [["12"], 1];
    p.at = [1, 1, 4, "draw"];
  });
  play(1, "D1>B2", "play_discard", ["skipbo.build.sequence"], { card: "8", below: "7" }, (p) => {
    p.cards["discard1.1"] = [[], 0];
    p.cards.B2 = [["8"], 8];
  });
  play(1, "H3>D2", "discard", ["skipbo.turn.discard_ends"], { card: "3", pile: "2" }, (p) => {
    p.cards.hand1 = [["?3", "?7", "?10", "?SB"], 4];
    p.cards["discard1.2"] = [["12", "11", "4", "3"], 4];
    p.at = [2 % seats, 1, 5, "draw"];
  }).mark("reshuffle");
  play(2 % seats, "H1>B4", "play_hand", ["skipbo.build.start"], { card: "1", below: "" }, (p) => {
    p.cards.B4 = [["1"], 1];
    p.cards[`hand${2 % seats}`] = [["2", "12", "6", "6"], 4];
  });
  const frames = game.frames({ game: "skipbo", title: "Skip-Bo: el primer turno", preset: "official", names, bands: SKIPBO_BANDS, result: { reason: "stock_empty", winners: [0], scores: Array(seats).fill(0) } });
  return { frames, book: skipboBook(), words: words(), remarks: game.remarks, positions: game.positions };
}

function skipboBook(): Book {
  return {
    sources: [
      {
        id: "000", language: "es", short: text("000 official", "000 oficial", "000 officieel"), title: text("The official leaflet", "Las instrucciones oficiales", "De officiële uitleg"),
        sections: [
          { title: text("The building piles", "Las pilas de construcción", "De bouwstapels"), lines: [48, 58], items: [{ rule: "skipbo.build.start", line: 50 }, { rule: "skipbo.build.sequence", line: 50 }, { rule: "skipbo.build.complete", line: 51 }, { rule: "skipbo.wild.any", line: 55 }] },
          { title: text("Playing", "Jugar", "Spelen"), lines: [59, 70], items: [{ rule: "skipbo.turn.refill", line: 59 }, { rule: "skipbo.play.source_stock", line: 60 }, { rule: "skipbo.advice.stock_first", line: 61 }, { rule: "skipbo.stock.flip_next", line: 63 }, { rule: "skipbo.turn.discard_ends", line: 66 }] },
        ],
        original: null, problem: "",
      },
      {
        id: "001", language: "es", short: text("001", "001", "001"), title: text("Another leaflet", "Otras instrucciones", "Een andere uitleg"),
        sections: [{ title: text("A turn", "Un turno", "Een beurt"), lines: [10, 20], items: [{ rule: "skipbo.build.sequence", line: 12 }, { rule: "skipbo.turn.discard_ends", line: 14 }] }],
        original: null, problem: text("the document's checksum is not the known one").en,
      },
      {
        id: "004", language: "nl", short: text("004 nl"), title: text("A Dutch page", "Una página neerlandesa", "Een Nederlandse pagina"),
        sections: [{ title: text("Rules", "Reglas", "Regels"), lines: [3, 5], items: [{ rule: "skipbo.build.sequence", line: 4 }] }],
        original: {
          first: 3,
          lines: ["Het spel begint met een eerste regel.", "Leg altijd het volgende getal 🂡 op de stapel, en draai daarna de bovenste kaart om.", "", "Een laatste regel."],
          spans: [{ rule: "skipbo.build.sequence", line: 4, start: 0, end: 45 }, { rule: "skipbo.stock.flip_next", line: 4, start: 33, end: 83 }, { rule: "skipbo.stock.flip_next", line: 6, start: 4, end: 11 }],
        },
        problem: "",
      },
    ],
    rules: {
      "skipbo.build.start": { kind: "rule", text: text("A pile is opened by a 1 or by a wild card.", "Una pila se abre con un 1 o con un comodín.", "Een stapel begint met een 1 of met een joker."), why: text("an empty place takes a 1", "un hueco admite un 1", "een lege plek vraagt een 1") },
      "skipbo.build.sequence": { kind: "rule", text: text("After that each card follows the one before it, up to the 12.", "Después cada carta sigue a la anterior en orden, hasta llegar al 12.", "Daarna volgt elke kaart op de vorige, tot en met de 12."), why: text("the {card} comes after the {below}", "el {card} sigue al {below}", "de {card} komt na de {below}") },
      "skipbo.build.complete": { kind: "rule", text: text("A pile that has reached the 12 is taken away.", "Al llegar al 12 se retira y queda sitio para otra.", "Een stapel die de 12 bereikt, gaat weg.") },
      "skipbo.wild.any": { kind: "rule", text: text("A wild card stands for any number.", "El comodín vale por cualquier número.", "Een joker staat voor elk getal."), why: text("a wild card stands for the {value}", "el comodín vale por el {value}", "de joker staat voor de {value}") },
      "skipbo.turn.refill": { kind: "rule", text: text("A turn begins by filling the hand up to five cards.", "El turno comienza completando la mano hasta cinco cartas.", "Een beurt begint met het aanvullen van de hand tot vijf kaarten.") },
      "skipbo.play.source_stock": { kind: "rule", text: text("Cards are played from the hand, the open stock card or the top of a discard pile.", "Se juega desde la mano, la carta abierta de la pila propia o la de encima de un descarte.", "Gespeeld wordt uit de hand, van de eigen stapel of van een aflegstapel."), why: text("the open card of the stock may always be played", "la carta abierta de la pila siempre es jugable", "de open kaart van de stapel mag altijd") },
      "skipbo.advice.stock_first": { kind: "advice", text: text("It is wise to use up the stock first.", "Conviene gastar primero la pila propia.", "Het is slim eerst de eigen stapel leeg te spelen.") },
      "skipbo.stock.flip_next": { kind: "rule", text: text("When the open stock card is played, the next one is turned up at once.", "Al jugar la carta abierta de la pila se destapa enseguida la siguiente.", "Is de open stapelkaart gespeeld, dan wordt meteen de volgende gedraaid."), why: text("the next card of the stock is turned up", "se destapa la siguiente de la pila", "de volgende stapelkaart wordt gedraaid") },
      "skipbo.turn.discard_ends": { kind: "rule", text: text("A card laid on a discard pile ends the turn.", "Una carta en un descarte termina el turno.", "Een kaart op een aflegstapel beëindigt de beurt."), why: text("the discard ends the turn", "el descarte termina el turno", "afleggen beëindigt de beurt") },
      "skipbo.ruling.wild_value": { kind: "ruling", text: text("Its number is named when it is laid and stays.", "Su número se dice al ponerlo y no cambia.", "Het getal wordt bij het leggen genoemd en blijft."), question: text("May a wild card change its number later?", "¿Puede cambiar de número más tarde?", "Mag een joker later een ander getal worden?"), near: ["skipbo.wild.any"] },
    },
    disagreements: [
      { id: "discard", topic: text("how a turn ends", "cómo termina un turno", "hoe een beurt eindigt"), rules: ["skipbo.turn.discard_ends"], presets: { official: "discard" }, says: { "000": { value: "discard", text: text("By a discard.") }, "001": { value: "pass", text: text("A player may also pass without a discard.", "También se puede pasar sin descartar.", "Passen zonder afleggen mag ook.") } } },
    ],
    presetSources: { official: "000" },
  };
}

// ---------------------------------------------------------------- Skyjo

function skyjoZones(seats: number): Shape[] {
  const zones: Shape[] = [["draw", "draw", null, "pile", 1, ""], ["discard", "discard", null, "pile", 1, ""], ["drawn", "drawn", null, "fan", 1, ""]];
  for (let seat = 0; seat < seats; seat++) zones.push([`grid${seat}`, "grid", seat, "grid", 3, ""]);
  return zones;
}

const GRIDS = [
  ["3", "?", "0", "6", "-1", "?", "2", "1", "?", "?", "0", "?"],
  ["2", "", "0", "4", "-2", "", "-1", "3", "1", "", "?", "0"],
  ["12", "?", "?", "9", "?", "10", "?!", "?", "?5", "7", "?", "?"],
];

const SKYJO_BANDS = Object.fromEntries(Array.from({ length: 15 }, (_, k) => [String(k - 2), k < 2 ? 0 : k === 2 ? 1 : k < 7 ? 2 : k < 11 ? 3 : 4]));

export function skyjo(seats = 3): Game {
  const names = [...NAMES, "Mia", "Tom", "Eva", "Max", "Ida"].slice(0, seats);
  const cards: Record<string, Pile> = { draw: [["?"], 75], discard: [["5"], 30], drawn: [[], 0] };
  for (let seat = 0; seat < seats; seat++) cards[`grid${seat}`] = [[...GRIDS[seat % 3]!], GRIDS[seat % 3]!.filter(Boolean).length];
  const game = new Recorder(skyjoZones(seats), { cards, seats: names.map((_, k) => [[61, 48, 70][k % 3]!, [["shows", String([11, 7, 38][k % 3])]]]), at: [1, 3, 17, "choose"] });
  game.step({ a: "draw", w: 1, phrase: "draw", rules: ["skyjo.turn.one_of_two"], facts: { seat: "Leo" } }, (p) => {
    p.cards.draw = [["?"], 74];
    p.cards.drawn = [["0"], 1];
    p.at = [1, 3, 17, "place"];
  });
  game.step({ a: "swap r3c3", w: 1, phrase: "swap", rules: ["skyjo.turn.swap", "skyjo.round.trigger", "skyjo.round.last_turns"], allowed: 1, facts: { seat: "Leo", card: "0", place: "r3c3" } }, (p) => {
    p.cards.drawn = [[], 0];
    p.cards.grid1![0][10] = "0";
    p.cards.discard = [["9"], 31];
    p.seats[1] = [48, [["shows", "7"], ["finisher", ""]]];
    p.seats[0] = [61, [["shows", "11"], ["last_turn", ""]]];
    p.at = [2 % seats, 3, 18, "choose"];
  }).mark("finisher").note("Zoe", "en", "Now I have one turn left, and 38 points on the table.", "?!");
  game.step({ a: "take 9", w: 2 % seats, phrase: "take", rules: ["skyjo.turn.one_of_two"], facts: { seat: "Zoe", card: "9" } }, (p) => {
    p.cards.discard = [["5"], 30];
    p.cards.drawn = [["9"], 1];
    p.at = [2 % seats, 3, 18, "place"];
  });
  game.step({ a: "swap r1c2", w: 2 % seats, phrase: "swap", rules: ["skyjo.turn.swap"], facts: { seat: "Zoe", card: "9", place: "r1c2" } }, (p) => {
    const grid = p.cards[`grid${2 % seats}`]!;
    grid[0][1] = "9";
    p.cards.drawn = [[], 0];
    p.cards.discard = [["3"], 31];
    p.at = [0, 3, 19, "choose"];
  });
  game.step({ a: "turn all", w: -1, phrase: "reveal", rules: ["skyjo.round.reveal"], facts: {} }, (p) => {
    for (let seat = 0; seat < seats; seat++) p.cards[`grid${seat}`]![0] = p.cards[`grid${seat}`]![0].map((code, k) => (code.startsWith("?") ? String((k % 12) + 1) : code));
    p.at = [-1, 4, 0, "deal"];
  }).mark("round_over");
  const frames = game.frames({ game: "skyjo", title: "Skyjo: closing the round", preset: "skyoo", names, bands: SKYJO_BANDS, result: { reason: "match_score", winners: [1], scores: names.map((_, k) => [81, 50, 104][k % 3]!) } });
  return { frames, book: skyjoBook(), words: words(), remarks: game.remarks, positions: game.positions };
}

/** The game judged by the rules of 003: it closes the round at ply 2, and knows no last turns. */
export function skyjoJudged(): Judged {
  return {
    preset: "skyjo-es",
    texts: [text("The round is over at once.", "La ronda acaba de inmediato.", "De ronde is meteen voorbij."), text("no turn is left", "no quedan turnos", "er komt geen beurt meer")],
    matters: [{ disputes: ["last"], sides: [{ source: "002", rules: ["skyjo.round.last_turns"], lines: ["L33"] }, { source: "003", rules: ["skyjo.round.trigger"], lines: ["L31"] }] }],
    plies: [{ n: 2, v: "different", m: 0, t: 0 }, { n: 3, v: "illegal", m: 0, t: 1 }, { n: 4, v: "illegal", m: 0, t: 1 }, { n: 5, v: "different", m: 0 }],
    final: { scores: [[81, 50, 104], [71, 50, 90]], ends: [{ round: 3, winners: [1] }, null], said: [[3, [text("the round ends with ply 2; 3 later plies of the round are skipped")]]] },
  };
}

function skyjoBook(): Book {
  return {
    sources: [
      {
        id: "002", language: "es", short: text("002 Skyoo"), title: text("Skyoo, rules of the site", "Skyoo, reglas de la página", "Skyoo, regels van de site"),
        sections: [
          { title: text("A turn", "Un turno", "Een beurt"), lines: [20, 30], items: [{ rule: "skyjo.turn.one_of_two", line: 21 }, { rule: "skyjo.turn.swap", line: 24 }] },
          { title: text("End of the round", "Final de la ronda", "Einde van de ronde"), lines: [32, 40], items: [{ rule: "skyjo.round.trigger", line: 33 }, { rule: "skyjo.round.last_turns", line: 33 }, { rule: "skyjo.round.reveal", line: 35 }] },
        ],
        original: null, problem: "",
      },
      { id: "003", language: "es", short: text("003"), title: text("How Skyjo is played", "Cómo se juega al Skyjo", "Hoe Skyjo gaat"), sections: [{ title: text("The end", "El final", "Het einde"), lines: [30, 40], items: [{ rule: "skyjo.round.trigger", line: 31 }] }], original: null, problem: "" },
    ],
    rules: {
      "skyjo.turn.one_of_two": { kind: "rule", text: text("In a turn a card is taken from the discard or drawn from the pile.", "En su turno se toma del descarte o se roba del mazo.", "In een beurt neem je van de aflegstapel of trek je van de trekstapel."), why: text("one card is taken or drawn", "se toma o se roba una carta", "één kaart wordt genomen of getrokken") },
      "skyjo.turn.swap": { kind: "rule", text: text("The card is laid in the grid, and the one that lay there goes to the discard.", "La carta se pone en la cuadrícula y la que había va al descarte.", "De kaart komt in het raster, en die er lag gaat naar de aflegstapel."), why: text("the card at {place} goes to the discard", "la carta en {place} va al descarte", "de kaart op {place} gaat weg") },
      "skyjo.round.trigger": { kind: "rule", text: text("Whoever has no hidden card left at the end of a turn closes the round.", "Quien no tiene cartas ocultas al acabar su turno cierra la ronda.", "Wie aan het eind van een beurt geen gesloten kaart meer heeft, sluit de ronde."), why: text("{seat} has no hidden card left and closes the round", "{seat} ya no tiene cartas ocultas y cierra la ronda", "{seat} heeft geen gesloten kaart meer en sluit de ronde") },
      "skyjo.round.last_turns": { kind: "rule", text: text("The others take one more turn each.", "Los demás juegan un turno más cada uno.", "De anderen krijgen elk nog één beurt."), why: text("the others get one more turn each", "los demás tienen un turno más", "de anderen krijgen nog één beurt") },
      "skyjo.round.reveal": { kind: "rule", text: text("Then all hidden cards are turned and points are counted.", "Después se destapan todas las cartas y se cuentan los puntos.", "Daarna gaan alle kaarten open en worden punten geteld."), why: text("the last turns are over", "se acabaron los últimos turnos", "de laatste beurten zijn voorbij") },
    },
    disagreements: [{ id: "last", topic: text("the end of a round", "el final de una ronda", "het einde van een ronde"), rules: ["skyjo.round.last_turns", "skyjo.round.trigger"], presets: { skyoo: "one_more" }, says: { "002": { value: "one_more", text: text("One more turn each.") }, "003": { value: "at_once", text: text("The round is over at once.", "La ronda acaba de inmediato.", "De ronde is meteen voorbij.") } } }],
    presetSources: { skyoo: "002", "skyjo-es": "003" },
  };
}

// ---------------------------------------------------------------- words

function words(): Words {
  const ui = Object.fromEntries(uiWords.trim().split("\n").map((line) => [line.slice(0, line.indexOf(" = ")), text(line.slice(line.indexOf(" = ") + 3))]));
  return {
    ui,
    zones: { draw: text("draw", "robar", "trekken"), build: text("building piles", "construcción", "bouwstapels"), completed: text("completed", "completas", "klaar"), stock: text("stock", "pila", "stapel"), hand: text("hand", "mano", "hand"), discard: text("discard", "descartes", "afleg"), drawn: text("drawn", "robada", "getrokken"), grid: text("grid", "cuadrícula", "raster") },
    marks: { shows: text("shows {value}", "muestra {value}", "toont {value}"), finisher: text("closes the round", "cierra la ronda", "sluit de ronde"), last_turn: text("last turn", "último turno", "laatste beurt"), reshuffle: text("reshuffle", "se baraja", "geschud"), round_over: text("round over", "fin de ronda", "ronde voorbij") },
    phases: { draw: text("draws", "roba", "trekt"), play: text("plays", "juega", "speelt"), choose: text("takes or draws", "toma o roba", "neemt of trekt"), place: text("places it", "la coloca", "legt ze"), deal: text("deal", "reparto", "delen") },
    glyphs: { good: text("good", "buena", "goed"), interesting: text("interesting", "interesante", "interessant") },
    reasons: { stock_empty: text("the stock is used up"), match_score: text("somebody reached 100 points") },
    phrases: {
      refill: text("{seat} fills the hand with {count} card", "{seat} completa la mano con {count} carta", "{seat} vult de hand aan met {count} kaart"),
      play_stock: text("{seat} plays the {card} of the stock on the {below}", "{seat} lleva el {card} de su pila sobre el {below}", "{seat} legt de {card} van de stapel op de {below}"),
      play_hand: text("{seat} plays the {card} from the hand", "{seat} juega el {card} de la mano", "{seat} speelt de {card} uit de hand"),
      play_wild: text("{seat} lays a wild card as a {value}", "{seat} pone un comodín como {value}", "{seat} legt een joker als {value}"),
      play_discard: text("{seat} plays the {card} from a discard pile", "{seat} juega el {card} de un descarte", "{seat} speelt de {card} van een aflegstapel"),
      discard: text("{seat} discards the {card} on pile {pile}", "{seat} descarta el {card} en la pila {pile}", "{seat} legt de {card} op stapel {pile}"),
      draw: text("{seat} draws from the pile", "{seat} roba del mazo", "{seat} trekt van de stapel"),
      take: text("{seat} takes the {card} from the discard", "{seat} toma el {card} del descarte", "{seat} neemt de {card}"),
      swap: text("{seat} lays the {card} at {place}", "{seat} pone el {card} en {place}", "{seat} legt de {card} op {place}"),
      reveal: text("all hidden cards are turned", "se destapan todas las cartas", "alle kaarten gaan open"),
    },
    presets: { official: text("official", "oficiales", "officieel"), skyoo: text("Skyoo"), "skyjo-es": text("Skyjo, Spanish text", "Skyjo, texto español", "Skyjo, Spaanse tekst") },
  };
}

// ---------------------------------------------------------------- long

/** A Skip-Bo game of so many plies: cards go round and round, with a note every 100 plies and a round every 500. */
export function longGame(length = 3000): Game {
  const base = skipbo(3);
  const zones = skipboZones(3);
  const start = skipboStart(3);
  const game = new Recorder(zones, { ...start, at: [0, 1, 1, "play"] });
  for (let ply = 1; ply <= length; ply++) {
    const seat = Math.floor((ply - 1) / 5) % 3;
    const value = String((ply % 12) + 1);
    const kind = ply % 5;
    game.step({ a: `H${value}>B${(ply % 4) + 1}`, w: seat, phrase: "play_hand", rules: ["skipbo.build.sequence", "skipbo.build.start", "skipbo.turn.discard_ends"].slice(kind % 3), facts: { seat: NAMES[seat]!, card: value, below: String(ply % 12) } }, (p) => {
      const hand = p.cards[`hand${seat}`]!;
      const codes = [...hand[0].slice(kind === 1 ? 0 : 1), ...(kind === 1 ? ["7", value, "2"].slice(0, 5 - Math.min(5, hand[0].length)) : [])];
      p.cards[`hand${seat}`] = [codes, codes.length];
      const build = p.cards[`B${(ply % 4) + 1}`]!;
      p.cards[`B${(ply % 4) + 1}`] = build[1] >= 12 ? [["1"], 1] : [[value], build[1] + 1];
      const next = Math.floor(ply / 5) % 3;
      p.at = [next, 1 + Math.floor(ply / 500), 1 + (Math.floor(ply / 5) % 100), "play"];
    });
    if (ply % 100 === 0) game.note("profesora", "es", `Nota de la jugada ${ply}.`);
    if (ply % 500 === 0) game.mark("round_over");
  }
  const frames: Frames = game.frames({ game: "skipbo", title: "A long game", preset: "official", names: NAMES, bands: SKIPBO_BANDS, result: { reason: "stock_empty", winners: [0], scores: [0, 0, 0] } });
  return { ...base, frames, remarks: game.remarks, positions: game.positions };
}
