import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'

/** A name that a source file declares. */
export interface Declared {
  /** Path below the project's folder. */
  readonly file: string
  readonly line: number
  readonly name: string
  readonly kind: 'function' | 'variable' | 'parameter' | 'type' | 'class' | 'member'
  readonly exported: boolean
  /** Declared at the top level of its file. */
  readonly top: boolean
  /** Lines of the enclosing block or function; of the file for top-level names. */
  readonly scopeLines: number
}
export interface SourceFile {
  readonly file: string
  readonly text: string
  readonly declared: readonly Declared[]
  /** Comments outside docstrings, adjacent line comments together: first line and number of lines. */
  readonly comments: readonly { readonly line: number; readonly lines: number }[]
}
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const getChildren = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const SCOPES = new Set([
  ...FUNCTIONS,
  'BlockStatement',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'CatchClause',
])

const root = resolve(import.meta.dirname, '../..')

/** Reads every TypeScript file of the given folders. Generated migrations are left out. */
export function readSourceFiles(folders: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('migrations/'))
      .map((name) => `${folder}/${name}`)
      .toSorted()
      .map((file) => readSourceFile(file, readFileSync(join(root, file), 'utf8'))),
  )
}

/** Lists what a file declares, and how long its comments are. */
export function readSourceFile(file: string, text: string): SourceFile {
  const { program, comments } = parseSync(file, text)
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const toLine = (offset: number): number => {
    let [low, high] = [0, lineStarts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (lineStarts[middle]! <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
  const countLines = ({ start, end }: { start: number; end: number }) => toLine(end) - toLine(start) + 1
  const declared: Declared[] = []
  const visit = (node: Node, scope: Node, exported: boolean): void => {
    const top = scope.type === 'Program'
    const declare = (identifier: unknown, kind: Declared['kind'], inner: Node = scope) => {
      if (!isNode(identifier)) return
      if (identifier.type === 'Identifier')
        declared.push({
          file,
          line: toLine(identifier.start),
          name: String(identifier['name']),
          kind,
          exported: exported && top,
          top: top && inner === scope,
          scopeLines: countLines(inner),
        })
      else if (identifier.type === 'AssignmentPattern') declare(identifier['left'], kind, inner)
      else if (identifier.type === 'RestElement') declare(identifier['argument'], kind, inner)
      else if (identifier.type === 'ArrayPattern')
        getChildren(identifier).forEach((element) => declare(element, kind, inner))
      else if (identifier.type === 'ObjectPattern')
        for (const property of identifier['properties'] as Node[])
          // A destructured property under its own name is declared elsewhere.
          declare(property['shorthand'] ? null : (property['value'] ?? property), kind, inner)
    }
    if (node.type === 'FunctionDeclaration') declare(node['id'], 'function')
    else if (node.type === 'ClassDeclaration') declare(node['id'], 'class')
    else if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration')
      declare(node['id'], 'type')
    else if (node.type === 'VariableDeclarator')
      declare(node['id'], isNode(node['init']) && FUNCTIONS.has(node['init'].type) ? 'function' : 'variable')
    else if (node.type === 'TSPropertySignature' || node.type === 'PropertyDefinition') declare(node['key'], 'member')
    if (FUNCTIONS.has(node.type))
      for (const parameter of node['params'] as Node[]) declare(parameter, 'parameter', node)
    const isExport = node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration'
    const passesOn = isExport || node.type === 'VariableDeclaration'
    for (const child of getChildren(node))
      visit(child, SCOPES.has(node.type) ? node : scope, isExport || (passesOn && exported))
  }
  visit(program as unknown as Node, program as unknown as Node, false)
  return { file, text, declared, comments: joinComments(comments, text, toLine) }
}

interface Comment {
  readonly type: string
  readonly value: string
  readonly start: number
  readonly end: number
}
function joinComments(
  comments: readonly Comment[],
  text: string,
  toLine: (offset: number) => number,
): { line: number; lines: number }[] {
  const commentBlocks: { line: number; lines: number }[] = []
  for (const { type, value, start, end } of comments) {
    if (type === 'Block' && value.startsWith('*')) continue
    const [line, last] = [toLine(start), toLine(end)]
    const standsAlone = text.slice(text.lastIndexOf('\n', start) + 1, start).trim() === ''
    const previous = commentBlocks.at(-1)
    if (previous && type === 'Line' && standsAlone && previous.line + previous.lines === line) previous.lines += 1
    else commentBlocks.push({ line, lines: last - line + 1 })
  }
  return commentBlocks
}
