export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
    <tr key={row} className="skeleton">
      {Array.from({ length: columns }, (__, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells without identity
        <td key={column}>
          <span />
        </td>
      ))}
    </tr>
  ));
}
