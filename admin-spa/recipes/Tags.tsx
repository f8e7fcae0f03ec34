import { EMPTY_VALUE } from '../ui/format/format.ts';

export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return <span className="muted">{EMPTY_VALUE}</span>;
  return (
    <ul className="tags">
      {tags.map((tag, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a provider may name a tag twice
        <li key={index}>{tag}</li>
      ))}
    </ul>
  );
}
