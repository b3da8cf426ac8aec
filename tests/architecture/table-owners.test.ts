import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { areaOrder, rollAreas, type AreaName } from '@/areas/area-order'

// A table has one owner. Other areas use the owner's exported queries (`server/queries`) and write through its commands.
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
const NAMES = /\b(?:from|join|into|update|using)\s+(?:only\s+)?"?([a-z_]+)"?/g
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

test('the SQL of the kit names no table of an area', () => {
  const foreign = filesIn('server').flatMap((file) =>
    tablesIn(file)
      .filter((table) => !ofKit.has(table))
      .map((table) => `${file}: ${table} of ${owner.get(table)}`),
  )
  expect(foreign).toEqual([])
})
