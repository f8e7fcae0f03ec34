import ts from 'typescript';

const MAX_PARAMETERS = 3;

/**
 * Every function with more than three positional parameters or a positional boolean, as `line: parameters`. `name`
 * says by its extension whether the text holds JSX. A boolean inside an object has a name at the call.
 */
export function badSignatures(text: string, name = 'source.ts'): string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && !ts.isIndexSignatureDeclaration(node)) {
      const hasTooMany = node.parameters.length > MAX_PARAMETERS;
      if (hasTooMany || node.parameters.some(isBoolean)) found.push(describe(file, node));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isBoolean({ type, initializer }: ts.ParameterDeclaration): boolean {
  const kinds = [type, ...(type && ts.isUnionTypeNode(type) ? type.types : [])].map((part) => part?.kind);
  const literals = [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword];
  return (
    kinds.includes(ts.SyntaxKind.BooleanKeyword) ||
    (initializer !== undefined && literals.includes(initializer.kind))
  );
}

function describe(file: ts.SourceFile, node: ts.SignatureDeclaration): string {
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${line + 1}: ${node.parameters.map((parameter) => parameter.getText()).join(', ')}`;
}
