import { type ParseIngredientOptions, parseIngredient } from 'parse-ingredient';

/** Units that `parse-ingredient` does not know, in the languages of European recipes. `_` stands for a space. */
const WORDS: Readonly<Record<string, string>> = {
  english: `tin tins jar jars bottle bottles packet packets pkt sachet sachets tub tubs pot pots punnet punnets tube tubes
    handful handfuls fistful thumb thumbs knob knobs splash splashes drizzle drizzles glug glugs squeeze squeezes dollop dollops
    sprinkle sprinkling grating gratings twist twists grind grinds pat pats scoop scoops spoonful spoonfuls spoon spoons
    slice slices stalk stalks rib ribs rasher rashers strip strips sheet sheets leaf leaves wedge wedges block blocks cube cubes
    ball balls bulb bulbs loaf loaves bar bars nest nests squares part parts envelope envelopes mug mugs glass glasses
    shot shots floret florets fillet fillets segment segments branch branches roll rolls bundle bundles package pack pk
    dessertspoon dessertspoons dsp dstspn tbsps tblsp tbs tbl Tb T t tablespoonfuls tsps teaspoonfuls cup litre litres lt ltr
    millilitre millilitres milliliter centilitre centilitres centiliter centiliters cl decilitre decilitres
    gram gramme grammes gr gm gms kilo kilos kilogram kilogramme kilogrammes ounce ozs pound pint dozen doz ins
    batch batches recipe recipes shake shakes portion portions serving servings chunk chunks rack racks slab slabs spear spears stem stems
    link links pouch pouches basket baskets item items count unit units`,
  german: `EL Essl Esslöffel Esslöffeln TL Teel Teelöffel Teelöffeln Prise Prisen Pr Bund Bd Zehe Zehen Stück Stücke Stücken
    Stck Stk St Scheibe Scheiben Dose Dosen Packung Packungen Pckg Pkg Päckchen Pck Pä Pk Pckch Paket Pakete Becher Glas Gläser Gl
    Tasse Tassen Messerspitze Messerspitzen Msp Stange Stangen Zweig Zweige Blatt Blätter Kopf Köpfe Knolle Knollen Würfel
    Tropfen Spritzer Schuss Handvoll Tüte Tüten Beutel Flasche Flaschen Fl Rolle Rollen Pfund Pfd Stiel Stiele Stängel Tafel Tafeln
    Kugel Kugeln Portion Portionen Streifen Liter Gramm Kilogramm Milliliter Messbecher Hand Schälchen Ecke Ecken Topf Töpfe
    Riegel Schale Schalen Kästchen Spur Kelle Kellen Hand_voll Rispe Rispen Schote Schoten`,
  french: `cuillère cuillères cuil cuill cuillerée cuillerées càs cas c.à.s càc cac c.à.c cs cc c.s c.c gousse gousses pincée pincées
    tranche tranches tran brin brins branche feuille feuilles botte bottes boîte boîtes boite boites verre verres noix noisette
    noisettes filet filets poignée poignées bâton bâtons zeste zestes morceau morceaux rouleau rouleaux plaquette plaquettes
    tablette tablettes brique briques briquette paquet paquets bocal bocaux goutte gouttes trait traits pièce pièces unité unités
    tasse tasses tour tours rondelle rondelles tête têtes pied pieds tige tiges barquette barquettes bol bols louche louches dose doses
    boule boules carré carrés bouteille bouteilles canette rameau rameaux lamelle lamelles dizaine douzaine vingtaine`,
  italian: `cucchiaio cucchiai cucchiaino cucchiaini spicchio spicchi pizzico pizzichi bicchiere bicchieri bicchierino fetta fette
    fettina fettine bustina bustine busta buste foglia foglie fogli foglio mazzetto mazzetti mazzo rametto rametti ciuffo ciuffi
    manciata manciate costa coste gambo gambi tazza tazze tazzina confezione confezioni vasetto vasetti scatola scatole barattolo
    lattina cubetto cubetti panetto noce goccia goccio gocce pezzo pezzi pugno litro litri grammo grammi etto etti hg presa punta
    rotolo rotoli mestolo mestoli tavoletta pacchetto pacchetti pacco grappolo bottiglia`,
  spanish: `cucharada cucharadas cucharadita cucharaditas cuchara cucharas cda cdas cdta cdtas cdita cditas diente dientes taza tazas
    pizca pizcas lata latas rebanada rebanadas gramo gramos mililitro mililitros sobre sobres hoja hojas ramita ramitas rama ramas
    rodaja rodajas loncha lonchas puñado puñados vaso vasos bote botes paquete paquetes chorro chorrito chorreón pellizco manojo
    manojos trozo trozos unidad unidades ud uds copa copas vaina vainas pastilla pastillas barra barras botella botellas tarro
    tarros frasco frascos cabeza cabezas bolsa bolsas tableta tabletas tira tiras brick bricks kilogramo kilogramos`,
  portuguese: `colher colheres xícara xícaras chávena chávenas copo copos dente dentes unidade unidades unid un pitada pitadas ramo
    ramos fatia fatias maço maços folha folhas pacote pacotes caixa caixas caixinha cubo cubos grama gramas quilo quilos talo
    talos punhado tablete tabletes gota gotas pacotinho pacotinhos sachê sachês molho raminho pedaço pedaços bisnaga vidro cabeça cabeças garrafa embalagem`,
  dutch: `eetlepel eetlepels theelepel theelepels teen tenen teentje teentjes snuf snufje snuifje snufjes klont takje takjes tak takken bos bosje
    bosjes blik blikken blikje blikjes pak pakje pakjes zak zakje zakjes stuk stuks stukje stukjes vel vellen vellen plak plakken plakje
    plakjes sneetje sneetjes snee sneden scheut scheutje kop kopje kopjes kommetje beker bekertje bakje bakjes glas glaasje potje
    potjes stronk stronkje krop stengel stengels blad blaadje blaadjes handje handvol handjevol druppel druppels mespunt mespuntje
    bol bolletje bolletjes rol rollen blok blokje blokjes reep repen fles doos doosje liter ons pond tube partje partjes schijf
    schijfjes schijven dopje recept struik kluit klontje teennen`,
  nordic: `msk tsk krm spsk spiseskefuld spiseskeer teske teskeer ss ts tskje st stk styck klyfta klyftor klyfter fed fedd båt båter
    burk burkar paket påse påsar förp förpackning potte potter pkt knippe kruka krukor näve nypa skiva skivor skive skiver kvist kvistar kviste
    kvister bit bitar droppar dråber dråper kopp kop kopper glas glass flaska flaske ds dåse dåser boks bokser pakke pakker pose poser
    bæger beger brev bundt bundter bunt bunter håndfuld håndfulde håndfull neve klype knivspids knivspiss knsp nip stængel stængler stilk
    stilker stilke stjälk stjälkar stänk skvätt skvett plade plader blade stang stænger rulle ruller ark blad huvud hoved hode gram liter liten_näve rkl tlk prk ps kpl
    ruukku nippu kynsi kynttä viipale viipaletta ripaus pullo kuppi purkki pussi rasia litra litraa grammaa`,
  polish: `łyżka łyżki łyżek łyżeczka łyżeczki łyżeczek szklanka szklanki szklanek szczypta szczypty ząbek ząbki ząbków sztuka sztuki
    sztuk szt opakowanie opakowania opak puszka puszki pęczek pęczki garść garści kostka kostki plaster plastry plastrów plasterek
    plasterki słoik słoiki słoiczek listek listki listków gałązka gałązki gałązek główka główki dag dkg deko kawałek kawałki kromka kromki
    torebka torebki litr litry litra kilogram kilogramy gramów kropla krople kubek butelka`,
  czechSlovak: `lžíce lžic lžička lžičky lžiček PL ČL KL ks kus kusy kusů kusov stroužek stroužky stroužků hrnek hrnky hrnků hrneček špetka
    špetky špetku plátek plátky plátků plát balíček balení sáček konzerva plechovka svazek hrst hrsti snítka snítky litrů litre
    sklenice sklenička kelímek lyžica lyžice lyžíc lyžička lyžičky lyžičiek strúčik strúčiky strúčikov hrnček hrnčeky štipka štipky
    plátok plátky plátkov balenie vrecko konzervy zväzok hrsť vetvička vetvičky pohár pohára kocka kocky krajec hlavička šálek šálku šálky láhev kousek kousky`,
  southSlavic: `žlica žlice žlicu žličica žličice žličicu prstohvat češanj češnja češnjeva vrećica vrećice kom komad komada šalica
    šalice čaša čaše vezica glavica grančica ploška prašak stabljika kriška kriške žlička`,
  hungarian: `db darab ek tk mk kk kvk evőkanál teáskanál kávéskanál mokkáskanál gerezd fej csomag szál csokor csipet csipetnyi marék
    pohár bögre szelet konzerv doboz üveg tábla rúd zacskó tubus csésze kocka kiló evk tasak`,
  romanian: `lingură linguri linguriță lingurițe lgț cană căni cățel căței bucată bucăți buc legătură plic plicuri conservă felie felii
    praf pahar`,
  turkish: `adet diş demet tutam dilim fincan bardak çay_kaşığı tatlı_kaşığı yemek_kaşığı çorba_kaşığı su_bardağı çay_bardağı
    kahve_fincanı kaşık paket`,
  greek: `φλ φλιτζάνι φλιτζάνια κ.σ κ.γ κ.τ.σ κ.τ.γ κουταλιά κουταλιές κουταλάκι κουταλάκια γρ γραμμάρια κιλό κιλά σκελίδα σκελίδες σκελ
    ματσάκι ματσάκια ματσ πρέζα φέτα φέτες φετ φύλλο φύλλα κλωνάρι κλωνάρια κλωναράκι τεμάχια τεμ κονσέρβα φακελάκι λίτρο ποτήρι μλ`,
  cyrillic: `г гр кг мл л шт ст.л ст._л ст_л ст._ложка ст._ложки ч._ложка ч._ложки ч.л ч._л ч_л с.л стакан стакана стаканов зубчик зубчика зубчиков зубок щепотка щепотки
    пучок пучка банка банки ложка ложки ложек кусок куска ломтик ломтика веточка веточки веточек лист листа листов головка
    упаковка пакетик грамм граммов литр литра килограмм горсть`,
};

const words = Object.values(WORDS).flatMap((language) => language.trim().split(/\s+/u));

/** The list has "Stk.", "Zehe/n" and "slice(s)" too. */
const UNIT_WORDS: readonly string[] = words
  .map((word) => word.replaceAll('_', ' '))
  .flatMap((word) => [
    word,
    `${word}.`,
    ...['/n', '(n)', '(en)', '(e)', '(s)', '(es)'].map((end) => word + end),
  ]);

const options: ParseIngredientOptions = {
  additionalUOMs: { word: { short: 'tin', plural: 'tins', alternates: [...UNIT_WORDS] } },
  // "2 large eggs" are eggs.
  ignoreUOMs: ['large', 'lg', 'lg.', 'medium', 'med', 'med.', 'md', 'md.', 'small', 'sm', 'sm.'],
  descriptionStripPrefixes: [],
  groupHeaderPatterns: [],
  rangeSeparators: [],
};

const SPOON =
  '(?:colher(?:es)?|cuchara(?:da|dita)?s?|cdi?t?as?|cucchiain?[oi]|cuill?|cuill[eè]res?|cuillerées?|xícaras?|chávenas?|tazas?|c)\\.?';
/** Units of several words that the library does not join. */
const LONG_UNIT = new RegExp(
  [
    String.raw`^(?:fl(?:uid)?\.? ?(?:oz\.?|ounces?)`,
    'bouquets?(?= d)',
    String.raw`(?:EL|TL), (?:gestr|geh)[\p{L}.]*`,
    String.raw`${SPOON} ?à ?(?:soupe|café|thé|dessert|s|c)\.?`,
    String.raw`c\. ?(?:de |da )?(?:sopa|chá|café)`,
    String.raw`${SPOON} ?\((?:de )?(?:sopa|chá|café|sobremesa)\)`,
    `${SPOON} ?(?:(?:de|a|da) )?(?:sopa|soupe|sobremesa|postre)`,
    // "2 cucharadas de café" is coffee.
    `${SPOON} ?(?:(?:de|da) )?(?:café|caffè|chá|té|tè|thé|dessert)(?= d[eio'’])`,
    String.raw`κουταλ\p{L}+ (?:της |του )?(?:σούπας|γλυκού)`,
    String.raw`(?:столов|чайн)\p{L}+ лож\p{L}+) `,
  ].join('|'),
  'iu',
);
/** Foods that begin with the name of a unit. */
const FOOD =
  /^(?:pa[kc]k? (?:choi|choy|soi)|rib[- ]?eyes?|filet mignon|(?:strip|fillet|blade|cube|round|rib|loin|block|hand|pot) (?:steaks?|roasts?|loins?|chops?|stickers?|pies?|barley|noodles?)|pound cakes?|drop scones?|bottle gourds?|glass noodles?|stem ginger|stick blender|roll ?mops?|leaf lettuce|hand[- ](?:\p{L}+ed|cut|made|caught)|noix (?:de|du) (?!beurre|gingembre)\p{L}+|list\p{L}* laurow\p{L}*)(?!\p{L})/iu;
/** "St Agur" and "St. Louis ribs" are names; "2 st ägg" are two. */
const SAINT = /^St\.? \p{Lu}/u;

const OF =
  /^(?:of (?:an? )?|d['’]|de l['’]|de las? |de los |del |dell['’]|dell[aeo] |degli |dei |de |du |des |di |do |da |dos |das |von |van )/iu;

/** Words beside a unit: in front of it, "2 heaped tbsp"; and after it, "1 cucharada colmada". */
const ADJECTIVES = [
  '(?:(?:very|lightly) )?(?:heaped|heaping|level|rounded|scant|generous|good|large|small|medium(?:-sized?)?|big|fat),?',
  '(?:(?:very|lightly|firmly|loosely) )?(?:plump|whole|thick|thin|packed|full|lg|sm|md),?',
  String.raw`kl\.|gr\.|gestr\.|geh\.|(?:gestrichen|gehäuft|groß|gross|klein|gut|voll|dick|dünn|halb)e[rsn]?`,
  'grosses?|petite?s?|bonnes?|belles?|demie?',
  'grandes?|pequeñ[oa]s?|pequen[oa]s?|buen[oa]s?|grand[ei]|piccol[oaie]',
  'volle|grote|kleine?|flinke?|ruime|afgestreken',
  'stor[at]?|liten|lite|lille|rågad|strøken|toppet',
  'duż[aye]|mał[aye]|płaski?[aie]j?|czubat(?:[aey]|ej)|velk[áéý]|mal[áéý]|polévkov[aáé]|polievkov[aáé]|čajov[aáé]',
  'kis|nagy|púpozott',
].join('|');
const ADJECTIVES_AFTER = [
  'rase?s?|bombée?s?|bien pleines?|et demie?',
  '(?:bem )?chei[oa]s?|ras[oa]s?|colmad[oa]s?|colm[oi]|generos[oa]s?|(?:e mezz|y medi|e mei)[oa]',
  '(?:grandes?|pequeñ[oa]s?)(?= de )',
].join('|');
const ADJECTIVE = new RegExp(`^(?:${ADJECTIVES}) `, 'iu');
const ADJECTIVE_AFTER = new RegExp(`^(?:${ADJECTIVES_AFTER}) (?=d['’aeio])`, 'iu');

export type UnitSplit = { unit: string; rest: string };

/** The unit at the beginning as it was written, "heaped tbsp" too, and the text after it; null if there is none. */
export function splitUnit(text: string): UnitSplit | null {
  if (!/^\p{L}/u.test(text) || FOOD.test(text) || SAINT.test(text)) return null;
  const long = LONG_UNIT.exec(text)?.[0];
  if (long) return toSplit(long.trim(), text.slice(long.length));
  const adjective = ADJECTIVE.exec(text)?.[0];
  if (adjective) {
    const found = splitUnit(text.slice(adjective.length));
    return found && { unit: adjective + found.unit, rest: found.rest };
  }
  const [found] = parseIngredient([`1 ${text}`], options);
  if (!found?.unitOfMeasure || !/^[\p{L}\p{N}(*"'’‘“½¼¾⅓⅔+/|]/u.test(found.description)) return null;
  return toSplit(found.unitOfMeasure, found.description);
}

/** "Of sugar" and "d'ail" after a unit are "sugar" and "ail". */
export function withoutOf(text: string): string {
  return text.replace(OF, '');
}

/** After these only "of" is no part of the name: "2 tbsp van Houten cocoa". */
const ENGLISH =
  /(?:^| )(?:tbsps?|tablespoons?|tsps?|teaspoons?|cups?|ounces?|pounds?|pints?|quarts?|cans?|tins?|jars?|bunch(?:es)?|handfuls?|slices?|cloves?|pieces?|pinch(?:es)?|dash(?:es)?)\.?$/iu;

function toSplit(unit: string, rest: string): UnitSplit {
  if (ENGLISH.test(unit)) return { unit, rest: rest.replace(/^of (?:an? )?/iu, '') };
  const adjective = ADJECTIVE_AFTER.exec(rest)?.[0] ?? '';
  return { unit: `${unit} ${adjective}`.trim(), rest: withoutOf(rest.slice(adjective.length)) };
}
