import { comparable } from '../comparable.ts';

/**
 * What a column is. The names are those of schema.org; 'calories' and such are nutrition values, and an 'amount' stands
 * before the ingredient of its line.
 */
export type Column =
  | { readonly kind: 'amount'; readonly property: string }
  | { readonly kind: 'text' | 'list' | 'lines'; readonly property: string }
  | { readonly kind: 'time'; readonly property: string; readonly unit: string }
  | { readonly kind: 'nutrition'; readonly label: string };

const texts: Readonly<Record<string, string>> = {
  name: 'title name recipe recipename recipetitle nameofrecipe titel rezept rezeptname titre nom nomdelarecette titulo nombre receta titolo nome ricetta naam recept titulorecept tytul nazwa namn navn oppskrift opskrift',
  description:
    'description summary notes note about introduction intro headnote beschreibung notizen resume descripcion descrizione omschrijving descricao opis',
  image:
    'image imageurl imagelink images picture pictureurl photo photourl photos thumbnail bild bildurl foto afbeelding imagen immagine',
  recipeYield:
    'servings serving serves yield yields recipeyield portions numberofservings portionen anzahlportionen couverts porciones raciones porzioni personen porties portioner',
  video: 'video videourl videolink youtube youtubeurl',
  cookingMethod: 'cookingmethod cookmethod technique cookingtechnique',
};
const lists: Readonly<Record<string, string>> = {
  recipeCategory:
    'category categories recipecategory mealtype mealtypes meal meals course courses dishtype type kategorie kategorien mahlzeit gang categorie tipo plat gerecht categoria',
  recipeCuisine: 'cuisine cuisines recipecuisine kuche cocina cucina keuken region',
  keywords:
    'tags tag keywords keyword featuretags labels label schlagworte stichworte motscles etiquetas trefwoorden',
  promotionalTags: 'promotionaltags promotionaltag promotags',
  suitableForDiet: 'diet diets suitablefordiet dietary',
};
const lines: Readonly<Record<string, string>> = {
  recipeIngredient:
    'ingredients ingredient ingredientlist ingredientslist recipeingredient recipeingredients zutaten zutatenliste ingredientes ingredienti ingredienten ingrediens ingredienser skladniki',
  recipeInstructions:
    'directions direction instructions instruction method methods steps step preparation preparationsteps recipeinstructions recipedirections cookinginstructions cookingdirections procedure howto zubereitung anleitung arbeitsschritte schritte etapes instrucciones pasos preparacion preparazione procedimento bereiding bereidingswijze werkwijze modopreparo mododepreparo elaboracion svolgimento fremgangsmade tillagning wykonanie postup',
  nutrition:
    'nutrition nutritionvalues nutritionalinfo nutritionalinformation nutritioninformation nutritionfacts nutrients nahrwerte',
};
const times: Readonly<Record<string, string>> = {
  prepTime:
    'preptime prep preparationtime prepduration vorbereitung vorbereitungszeit arbeitszeit tempspreparation tempsdepreparation tiempodepreparacion tempodipreparazione voorbereidingstijd',
  cookTime:
    'cooktime cook cookingtime cookduration baketime bakingtime kochzeit garzeit backzeit tempscuisson tempsdecuisson tiempodecoccion tempodicottura kooktijd',
  totalTime:
    'totaltime total time duration readyin totalduration gesamtzeit dauer tempstotal tiempototal tempototale totaletijd',
};
const amounts: Readonly<Record<string, string>> = {
  quantity:
    'quantity quantities qty amount amounts menge mengen quantite cantidad quantita quantidade hoeveelheid',
  unit: 'unit units unitofmeasure measure einheit einheiten unite unidad unita unidade eenheid',
};
const nutrients: Readonly<Record<string, string>> = {
  Calories: 'calories kcal energy kalorien caloriecontent',
  Protein: 'protein proteins proteincontent eiweiss',
  Fat: 'fat totalfat fatcontent fett',
  'Saturated fat': 'saturatedfat saturatedfatcontent satfat saturates',
  Carbohydrate: 'carbohydrate carbohydrates carbs totalcarbs carbohydratecontent kohlenhydrate',
  Fiber: 'fiber fibre dietaryfiber fibercontent ballaststoffe',
  Sugar: 'sugar sugars sugarcontent zucker',
  Sodium: 'sodium sodiumcontent',
  Salt: 'salt salz',
  Cholesterol: 'cholesterol cholesterolcontent',
  'Serving size': 'servingsize portionsize',
};

/** The refusal of a file that has none of them names them. */
export const KNOWN_COLUMNS =
  'title, ingredients, steps, prep time, cook time, servings, meal type, cuisine, tags, image, video, nutrition, and description';

const columns = new Map<string, Column>();
for (const [names, make] of [
  [texts, (property: string): Column => ({ kind: 'text', property })],
  [lists, (property: string): Column => ({ kind: 'list', property })],
  [lines, (property: string): Column => ({ kind: 'lines', property })],
  [times, (property: string): Column => ({ kind: 'time', property, unit: '' })],
  [amounts, (property: string): Column => ({ kind: 'amount', property })],
  [nutrients, (label: string): Column => ({ kind: 'nutrition', label })],
] as const) {
  for (const [target, words] of Object.entries(names)) {
    for (const word of words.split(' ')) columns.set(word, make(target));
  }
}

const UNIT = /(?:minutes|minuten|minutos|mins?|hours|stunden|hrs?|h|seconds|secs?)$/u;

/** The specification's names of the times, which an export has too. Without a unit they are seconds. */
const secondsColumns: ReadonlyMap<string, Column> = new Map([
  ['preparation_time', { kind: 'time', property: 'prepTime', unit: 'seconds' }],
  ['cooking_time', { kind: 'time', property: 'cookTime', unit: 'seconds' }],
]);

/** Finds a column by its heading in any case, with or without accents, spaces and a unit: "Prep Time (min)". */
export function columnOf(heading: string): Column | null {
  const exported = secondsColumns.get(heading.trim());
  if (exported) return exported;
  const name = plain(heading);
  const known = columns.get(name);
  if (known) return known;
  const unit = UNIT.exec(name.slice(-12))?.[0] ?? '';
  const timed = columns.get(name.slice(0, name.length - unit.length));
  if (unit !== '' && timed?.kind === 'time') return { ...timed, unit };
  return null;
}

/** Whether a time without a unit is in seconds because of this heading. */
export function isInSeconds(heading: string): boolean {
  return secondsColumns.has(heading.trim());
}

/** Whether the column holds the titles. */
export function isTitle(column: Column | null): boolean {
  return column?.kind === 'text' && column.property === 'name';
}

function plain(heading: string): string {
  return comparable(heading.slice(0, 100));
}
