import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { missingStatements } from '@/server/db/write-migration'
import { migrationsFolder } from '@/server/program-files'

/** Hashes of the migrations that plants have applied. A line is added with each new migration and never changed. */
const APPLIED_HASHES: Record<string, string> = {
  '0000_initial': '598f210055b86b083cb4aa3386a5f7c392db0b99bca2f61102dbbafd3a413438',
  '0001_directory_link_confirmation': 'edb084877bc492ba2ebe927dbc1d60b0514c86663dc3c596b0dbd0b352e10eb4',
}

test('the committed migrations lead to the current tables', async () => {
  expect((await missingStatements(areaContracts)).statements).toEqual([])
})

test('a migration that plants have applied is never edited', () => {
  for (const [tag, hash] of Object.entries(APPLIED_HASHES)) {
    const file = readFileSync(join(migrationsFolder, `${tag}.sql`))
    expect(createHash('sha256').update(file).digest('hex'), tag).toBe(hash)
  }
})

test('every committed migration has its hash pinned', () => {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  expect(journal.entries.map(({ tag }) => tag)).toEqual(Object.keys(APPLIED_HASHES))
  const times = journal.entries.map(({ when }) => when)
  expect(times).toEqual([...times].sort((left, right) => left - right))
})
