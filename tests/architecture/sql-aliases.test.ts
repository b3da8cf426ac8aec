import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { getTableColumns, getTableName, type Table } from 'drizzle-orm'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import type { Resource } from '@/contract/resource'
import { getStatements } from '@/server/crud/statements'
import { Sql } from '@/server/sql'

// `columns(resource, […], 'alias')` writes the alias before each column, but the compiler cannot know which table has this
// alias in the statement. This test looks it up in the text of every statement that contains such a column list.
const root = resolve(import.meta.dirname, '../../src')
const COLUMN_LISTS = new Set(['columns', 'columnsOrNull', 'columnsNotNull'])

interface Node {
  type: string
  [key: string]: unknown
}
interface SourceFile {
  readonly path: string
  readonly program: Node
  /** Module by the local name of its import. */
  readonly imports: ReadonlyMap<string, { module: string; name: string }>
  /** Initial values and bodies of variables, functions and parameters with defaults, by name. */
  readonly declarations: ReadonlyMap<string, readonly Node[]>
}
interface ColumnList {
  readonly resource: string
  readonly alias: string
  readonly fields: readonly string[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const getChildren = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
function* walk(node: Node): Generator<Node> {
  yield node
  for (const child of getChildren(node)) yield* walk(child)
}

function parseFile(path: string, source = readFileSync(join(root, path), 'utf8')): SourceFile {
  const program = parseSync(path, source).program as unknown as Node
  const imports = new Map<string, { module: string; name: string }>()
  const declarations = new Map<string, Node[]>()
  for (const node of walk(program)) {
    if (node.type === 'ImportDeclaration')
      for (const specifier of node['specifiers'] as Node[])
        imports.set((specifier['local'] as { name: string }).name, {
          module: (node['source'] as { value: string }).value,
          name: (specifier['imported'] as { name: string } | undefined)?.name ?? 'default',
        })
    const id = node['id'] as Node | null | undefined
    const value = (node['init'] ?? node['body']) as Node | null | undefined
    if (/^(VariableDeclarator|FunctionDeclaration)$/.test(node.type) && id?.type === 'Identifier' && isNode(value)) {
      const name = id['name'] as string
      declarations.set(name, [...(declarations.get(name) ?? []), value])
    }
  }
  return { path, program, imports, declarations }
}

/** Reads a column list with an alias from a call; null for anything else. */
function readColumnList(node: Node): ColumnList | null {
  if (node.type !== 'CallExpression' || !COLUMN_LISTS.has(String((node['callee'] as Node)['name']))) return null
  const [resource, selections, alias] = node['arguments'] as Node[]
  if (resource?.type !== 'Identifier' || typeof alias?.['value'] !== 'string') return null
  const fields = [...walk(selections!)].flatMap((part) => (part.type === 'Literal' ? [String(part['value'])] : []))
  return { resource: resource['name'] as string, alias: alias['value'], fields }
}

/** Text of the SQL constants that a file imports, by local name. */
type Fragments = ReadonlyMap<string, string>
async function loadFragments(file: SourceFile): Promise<Fragments> {
  const fragments = new Map<string, string>()
  for (const [localName, { module, name }] of file.imports) {
    if (!/\wsql$/i.test(localName) || !/^(@\/|\.)/.test(module)) continue
    const value = (await importModule(file, module))[name]
    if (typeof value === 'string' || value instanceof Sql) fragments.set(localName, value.toString())
  }
  return fragments
}
const importModule = (file: SourceFile, module: string): Promise<Record<string, unknown>> =>
  import(module.startsWith('@/') ? join(root, module.slice(2)) : resolve(root, dirname(file.path), module))

/** Text of a statement with all fragments of the same file in place, and its column lists with an alias. */
function renderStatement(
  file: SourceFile,
  template: Node,
  fragments: Fragments,
): { text: string; lists: ColumnList[] } {
  const lists: ColumnList[] = []
  const openDeclarations = new Set<string>()
  const render = (node: Node): string => {
    const list = readColumnList(node)
    if (list) {
      lists.push(list)
      return ''
    }
    if (node.type === 'TemplateLiteral') {
      const quasis = node['quasis'] as { value: { cooked: string } }[]
      const expressions = node['expressions'] as Node[]
      return quasis.map((quasi, i) => quasi.value.cooked + (expressions[i] ? render(expressions[i]) : '')).join('')
    }
    if (node.type === 'Identifier') {
      const name = node['name'] as string
      const values = file.declarations.get(name) ?? []
      if (fragments.has(name)) return fragments.get(name)!
      if (values.length === 0 || openDeclarations.has(name)) return ''
      openDeclarations.add(name)
      const text = values.map(render).join(' ')
      openDeclarations.delete(name)
      return text
    }
    if (node.type === 'MemberExpression') return render(node['object'] as Node)
    if (node.type.startsWith('TS')) return node['expression'] ? render(node['expression'] as Node) : ''
    return getChildren(node).map(render).join(' ')
  }
  return { text: render(template), lists }
}

/** Returns the outermost templates of a file. */
const findStatements = (node: Node): Node[] =>
  node.type === 'TemplateLiteral' ? [node] : getChildren(node).flatMap(findStatements)

interface TableColumns {
  readonly table: string
  readonly columnByField: Readonly<Record<string, string>>
}
function toTableColumns(source: Resource | Table): TableColumns {
  if ('fields' in source) {
    const { table, columnByField } = getStatements(source as Resource)
    const unquotedColumns = Object.entries(columnByField).map(([field, column]) => [field, column.replaceAll('"', '')])
    return { table: table.replaceAll('"', ''), columnByField: Object.fromEntries(unquotedColumns) }
  }
  const columns = Object.entries(getTableColumns(source as Table)).map(([field, { name }]) => [field, name])
  return { table: getTableName(source as Table), columnByField: Object.fromEntries(columns) }
}

/** True if the alias of a list names the table of its resource, or a subselect that selects its columns. */
function isAliasOfTable(text: string, { alias, fields }: ColumnList, { table, columnByField }: TableColumns): boolean {
  const definesAlias = (name: string) => new RegExp(`\\b${name}"?\\s+(?:as\\s+)?${alias}\\b`).test(text)
  if (definesAlias(table) || (alias === table && new RegExp(`\\b(?:from|join)\\s+"?${table}\\b`).test(text)))
    return true
  const isNameOfSubselect = (name: string) =>
    new RegExp(`\\)\\s*(?:as\\s+)?${name}\\b|\\b${name}\\s+as\\s+(?:materialized\\s+)?\\(`).test(text)
  const aliasedNames = [...text.matchAll(new RegExp(`\\b(?:from|join)\\s+(\\w+)\\s+(?:as\\s+)?${alias}\\b`, 'g'))]
  return (
    [alias, ...aliasedNames.map((match) => match[1]!)].some(isNameOfSubselect) &&
    fields.every((field) => new RegExp(`\\b${columnByField[field] ?? field}\\b|\\*`).test(text))
  )
}

async function findWrongAliases(file: SourceFile): Promise<{ checked: number; wrong: string[] }> {
  const wrong: string[] = []
  let checked = 0
  const fragments = await loadFragments(file)
  for (const statement of findStatements(file.program)) {
    const { text, lists } = renderStatement(file, statement, fragments)
    // A fragment without a table is checked as a part of the statements that use it.
    if (!/\b(from|join|update|into)\s/.test(text)) continue
    for (const list of lists) {
      const source = file.imports.get(list.resource)
      if (!source) continue
      checked += 1
      const tableColumns = toTableColumns((await importModule(file, source.module))[source.name] as Resource | Table)
      if (!isAliasOfTable(text, list, tableColumns))
        wrong.push(
          `${file.path}: ${list.alias} is not ${tableColumns.table} in: ${text.replace(/\s+/g, ' ').slice(0, 300)}`,
        )
    }
  }
  return { checked, wrong: [...new Set(wrong)] }
}

const paths = ['server', 'plant/server', 'areas', 'demo'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && (!path.startsWith('areas/') || path.includes('/server/'))),
)

test('the alias of a column list names the table of its resource', async () => {
  const results = await Promise.all(paths.map((path) => findWrongAliases(parseFile(path))))
  expect(results.flatMap(({ wrong }) => wrong)).toEqual([])
  expect(results.reduce((sum, { checked }) => sum + checked, 0)).toBeGreaterThan(200)
})

test.each([
  ["select ${columns(lineStop, ['id'], 's')} from line_stop s", 0],
  ["select ${columns(lineStop, ['id'], 'r')} from line_stop s join stop_reason r on true", 1],
  ["select ${columns(lineStop, ['startedAt'], 'n')} from (select started_at from line_stop) n", 0],
  ["select ${columns(lineStop, ['startedAt'], 'n')} from (select id from line_stop) n", 1],
  ['select ${LIST} from stop_reason l', 1],
  ['select ${LIST} ${FROM}', 0],
] as const)('%s', async (statement, count) => {
  const source = `import { lineStop } from '@/plant/contract/line-stop'
    const LIST = columns(lineStop, ['id'], 'l')
    const FROM = sql\`from line_stop l\`
    const statement = sql\`${statement}\``
  expect((await findWrongAliases(parseFile('example.ts', source))).wrong).toHaveLength(count)
})
