import { parseSync } from 'vite'

/** A node of the syntax tree, with the members used here. */
interface Node {
  readonly type: string
  readonly [key: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const partsOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const nameOf = (node: unknown): string => (isNode(node) ? String(node['name'] ?? '') : '')

/**
 * Returns the CSS classes that a component uses: complete names, and prefixes (`is-*`) of templates. Reads attributes and
 * properties called `className`, and the variables and functions used there;
 * ignores all other texts.
 */
export function findUsedClasses(file: string, text: string): Set<string> {
  const named = new Map<string, Node[]>()
  const classValues: Node[] = []
  const look = (node: Node): void => {
    const value =
      node.type === 'VariableDeclarator' ? node['init'] : node.type === 'FunctionDeclaration' && node['body']
    if (isNode(value)) named.set(nameOf(node['id']), [...(named.get(nameOf(node['id'])) ?? []), value])
    const called = node.type === 'JSXAttribute' ? node['name'] : node.type === 'Property' && node['key']
    if (/^(\w+C|c)lassName$/.test(nameOf(called)) && isNode(node['value'])) classValues.push(node['value'])
    partsOf(node).forEach(look)
  }
  look(parseSync(file, text).program as unknown as Node)

  const classNames = new Set<string>()
  const seen = new Set<Node>()
  const take = (node: unknown): void => {
    if (!isNode(node) || seen.has(node)) return
    seen.add(node)
    if (node.type === 'Literal') note(typeof node['value'] === 'string' ? node['value'] : '')
    else if (node.type === 'TemplateLiteral') {
      note((node['quasis'] as { value: { cooked: string } }[]).map((piece) => piece.value.cooked).join('*'))
      partsOf(node).forEach(take)
    } else if (node.type === 'Identifier') named.get(nameOf(node))?.forEach(take)
    // Conditions, arguments and lookup keys are no classes; neither is the content of an element.
    else if (node.type === 'ConditionalExpression') [node['consequent'], node['alternate']].forEach(take)
    else if (node.type === 'MemberExpression') take(node['object'])
    else if (node.type === 'CallExpression') take(node['callee'])
    else if (node.type === 'BinaryExpression' ? node['operator'] === '+' : !node.type.startsWith('JSXE'))
      partsOf(node).forEach(take)
  }
  const note = (words: string) => {
    for (const word of words.split(/\s+/)) {
      const [whole = '', more] = word.split('*')
      if (whole) classNames.add(more !== undefined && whole.endsWith('-') ? `${whole}*` : whole)
    }
  }
  for (const value of classValues) take(value.type === 'JSXExpressionContainer' ? value['expression'] : value)
  return classNames
}
