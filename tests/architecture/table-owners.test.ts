import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { areaOrder } from '@/areas/area-order'

// A table has one owner. Other areas use the owner's exported queries (`server/queries`) and write through its commands.
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
/** Tables that the SQL of a file names. Comments do not count. */
function tablesIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  const named = text.matchAll(/\b(?:from|join|into|update|using)\s+(?:only\s+)?"?([a-z_]+)"?/g)
  return [...new Set([...named].map((m) => m[1]!))].filter((table) => owner.has(table))
}

test.each(areaOrder.map((area) => ({ area })))('the SQL of $area names its own tables alone', ({ area }) => {
  const foreign = filesIn(folderOf(area)).flatMap((file) =>
    tablesIn(file)
      .filter((table) => owner.get(table) !== area)
      .map((table) => `${relative('.', file)}: ${table} of ${owner.get(table)}`),
  )
  expect(foreign).toEqual([])
})

test('the SQL of the kit names no table of an area', () => {
  const foreign = filesIn('server').flatMap((file) =>
    tablesIn(file)
      .filter((table) => !ofKit.has(table))
      .map((table) => `${file}: ${table} of ${owner.get(table)}`),
  )
  expect(foreign).toEqual([])
})
