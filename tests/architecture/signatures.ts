import ts from 'typescript';

/** The most positional parameters of a function. */
const MOST = 3;

/**
 * Every function of a source text with more than three positional parameters or with a positional boolean, as
 * `line: parameters`. A boolean inside an object has a name at the call and is fine.
 */
export function badSignatures(text: string): string[] {
  const file = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && !ts.isIndexSignatureDeclaration(node)) {
      const isTooLong = node.parameters.length > MOST;
      if (isTooLong || node.parameters.some(isBoolean)) found.push(describe(file, node));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isBoolean({ type, initializer }: ts.ParameterDeclaration): boolean {
  const kinds = [type, ...(type && ts.isUnionTypeNode(type) ? type.types : [])].map((part) => part?.kind);
  const byDefault = [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword];
  return (
    kinds.includes(ts.SyntaxKind.BooleanKeyword) ||
    (initializer !== undefined && byDefault.includes(initializer.kind))
  );
}

function describe(file: ts.SourceFile, node: ts.SignatureDeclaration): string {
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${line + 1}: ${node.parameters.map((parameter) => parameter.getText()).join(', ')}`;
}
