import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { areaOrder, rollAreas, type AreaName } from '@/areas/area-order'

// A table has one owner. Other areas read by the owner's `server/queries`, and write by its `server/writes` and commands.
// The areas of a roll's way may also read the tables of those before them in `rollAreas`.
const root = resolve(import.meta.dirname, '../../src')
const owner = new Map(
  areaContracts.flatMap((area) => area.resources.map((r) => [r.table as string, area.name] as const)),
)
/** Written by the kit itself, read by the area that shows it. */
const ofKit = new Set(['operation_log'])
const folderOf = (area: string) => (area === 'plant' ? 'plant/server' : `areas/${area}/server`)
/** Empty for an area whose rows are written by the plain operations alone. */
const filesIn = (folder: string): string[] =>
  (existsSync(join(root, folder)) ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }) : [])
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
/** Table names in statements, and alone as a fragment that a statement is built with. */
const NAMES = /(?:\b(?:from|join|into|update|using)\s+(?:only\s+)?|\bsql`(?=\w+`))"?([a-z_]+)"?/g
const WRITES =
  /\b(?:insert\s+into|merge\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?"?([a-z_]+)"?/g
/** Tables that the SQL of a file names. Comments do not count. */
function tablesIn(file: string, pattern = NAMES): string[] {
  const text = readFileSync(join(root, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  return [...new Set([...text.matchAll(pattern)].map((m) => m[1]!))].filter((table) => owner.has(table))
}
/** Areas whose tables the SQL of an area may read. */
const readableAreas = (area: AreaName): readonly string[] => [area, ...rollAreas.slice(0, rollAreas.indexOf(area) + 1)]
const findForeign = (area: AreaName, pattern: RegExp, areas: readonly string[]): string[] =>
  filesIn(folderOf(area)).flatMap((file) =>
    tablesIn(file, pattern)
      .filter((table) => !areas.includes(owner.get(table)!))
      .map((table) => `${relative('.', file)}: ${table} of ${owner.get(table)}`),
  )

test.each(areaOrder.map((area) => ({ area })))('the SQL of $area names its own tables alone', ({ area }) => {
  expect(findForeign(area, NAMES, readableAreas(area))).toEqual([])
  expect(findForeign(area, WRITES, [area])).toEqual([])
})

test('the areas of a roll’s way are listed in area order', () => {
  expect(rollAreas).toEqual(areaOrder.filter((area) => rollAreas.includes(area)))
  expect(readableAreas('feeding')).toEqual(['feeding'])
  expect(readableAreas(rollAreas[1]!)).toContain(rollAreas[0])
})

/** Verbs of functions that write. Functions that other areas write by belong in `server/writes`. */
const WRITING_VERBS =
  /^(add|adjust|append|apply|block|book|cancel|change|close|complete|correct|create|decide|delete|downgrade|end|ensure|insert|invalidate|mark|move|open|post|prepare|process|put|recalculate|recount|register|release|remove|replace|revoke|save|set|start|store|take|undo|update|write)[A-Z]/
const WRITING_CALL = /\.rows\.(?:insert|update|remove)\b|\bctx\.touch\(/g
/** Writing SQL and calls, and exported names that begin with a writing verb. */
function findWrites(text: string): string[] {
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  const functions = [...code.matchAll(/^export (?:async function|function|const) (\w+)/gm)].map((m) => m[1]!)
  const reexports = [...code.matchAll(/^export \{([^}]*)\}/gm)].flatMap((m) => m[1]!.split(/[,\s]+/))
  return [
    ...[...code.matchAll(WRITES), ...code.matchAll(WRITING_CALL)].map((m) => m[0]),
    ...[...functions, ...reexports].filter((name) => WRITING_VERBS.test(name) && !name.endsWith('Sql')),
  ]
}

test('queries of an area do not write', () => {
  const found = areaOrder.flatMap((area) =>
    filesIn(folderOf(area))
      .filter((file) => /\/server\/queries(\/|\.ts$)/.test(file.replaceAll('\\', '/')))
      .flatMap((file) => findWrites(readFileSync(join(root, file), 'utf8')).map((write) => `${file}: ${write}`)),
  )
  expect(found).toEqual([])
})

test('writes are recognized by statement, call and name', () => {
  expect(findWrites('await ctx.query(sql`update feed r set lots = n.lots`)')).toEqual(['update feed'])
  expect(findWrites('await ctx.rows.insert(user, {})\nctx.touch("session")')).toHaveLength(2)
  expect(findWrites("export async function setTargets() {}\nexport { takeReadings, listTags } from './x'")).toEqual([
    'setTargets',
    'takeReadings',
  ])
  expect(findWrites('sql`select id from feed for update`')).toEqual([])
})

test('the SQL of the kit names no table of an area', () => {
  const foreign = filesIn('server').flatMap((file) =>
    tablesIn(file)
      .filter((table) => !ofKit.has(table))
      .map((table) => `${file}: ${table} of ${owner.get(table)}`),
  )
  expect(foreign).toEqual([])
})
