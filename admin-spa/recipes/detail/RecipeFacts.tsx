import type { ReactNode } from 'react';
import type { Recipe } from '#contract/recipes/records.ts';
import { EMPTY_VALUE, formatCount } from '../../ui/format/format.ts';
import { formatMinutesLong } from '../../ui/format/minutes.ts';
import { Picture } from '../Picture.tsx';
import { Tags } from '../Tags.tsx';
import { webAddress } from './web-address.ts';

const PICTURE_SIZE_PX = 192;

/** These facts are left out on paper, as are facts without a value. */
const notForCooks = { isForCooks: false };

/** `recipe` is null while loading. */
export function RecipeFacts({ recipe }: { recipe: Recipe | null }) {
  const fact = (label: ReactNode, value: (recipe: Recipe) => ReactNode, { isForCooks = true } = {}) => {
    const shown = recipe && value(recipe);
    return (
      <div className={isForCooks && shown !== EMPTY_VALUE ? undefined : 'no-print'}>
        <dt>{label}</dt>
        <dd>{shown ?? <Blank />}</dd>
      </div>
    );
  };
  return (
    <section className="card recipe-facts" aria-label="Recipe">
      {recipe ? (
        <Picture
          address={recipe.image_url}
          picture={recipe.picture}
          size={PICTURE_SIZE_PX}
          isDeleted={recipe.state === 'deleted'}
        />
      ) : (
        <svg
          className="picture skeleton"
          width={PICTURE_SIZE_PX}
          height={PICTURE_SIZE_PX}
          aria-hidden="true"
        />
      )}
      <div>
        <p className="description">{recipe ? recipe.description || EMPTY_VALUE : <Blank />}</p>
        <dl>
          {fact('Preparation time', ({ preparation_time }) =>
            // A time of 0 is an unknown one.
            preparation_time ? formatMinutesLong(preparation_time) : EMPTY_VALUE,
          )}
          {fact(
            <>
              Cooking time<span className="no-print"> (in seconds)</span>
            </>,
            ({ cooking_time }) => (cooking_time === null ? EMPTY_VALUE : <Seconds count={cooking_time} />),
          )}
          {recipe?.servings != null && fact('Servings', ({ servings }) => formatCount(servings))}
          {fact('Cooking method', ({ cookingMethod }) => cookingMethod || EMPTY_VALUE)}
          {fact('Cuisine', ({ cuisine }) => cuisine || EMPTY_VALUE)}
          {fact(
            'Meal types',
            ({ meal_types }) => (
              <Tags tags={meal_types} />
            ),
            notForCooks,
          )}
          {fact(
            'Feature tags',
            ({ feature_tags }) => (
              <Tags tags={feature_tags} />
            ),
            notForCooks,
          )}
          {fact(
            'Promotional tags',
            ({ promotional_tags }) => (
              <Tags tags={promotional_tags} />
            ),
            notForCooks,
          )}
          {fact(
            'Video',
            ({ videoURL }) => (
              <VideoLink text={videoURL} />
            ),
            notForCooks,
          )}
        </dl>
      </div>
    </section>
  );
}

/** Paper shows minutes only. */
function Seconds({ count }: { count: number }) {
  return (
    <>
      <span className="no-print">{`${formatCount(count)} `}</span>
      <span className="muted">
        <span className="no-print">(</span>
        <span>{formatMinutesLong(count)}</span>
        <span className="no-print">)</span>
      </span>
    </>
  );
}

function Blank() {
  return (
    <span className="skeleton">
      <span />
    </span>
  );
}

/** Only http(s) becomes a link; other texts stay text. */
function VideoLink({ text }: { text: string | null }) {
  const address = webAddress(text);
  if (!address) return <span>{text || EMPTY_VALUE}</span>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      <span>{text}</span>
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
