import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { listMissingStatements } from '@/server/db/write-migration'
import { migrationsFolder } from '@/server/program-files'

/** Hashes of the migrations that plants have applied. Each new migration adds a line; existing lines never change. */
const APPLIED_HASHES: Record<string, string> = {
  '0000_initial': '598f210055b86b083cb4aa3386a5f7c392db0b99bca2f61102dbbafd3a413438',
  '0001_resource-stamp': '20aeb0baa9a4375ea151b4933e15caa6b705dd22a09239e43646aeac921c0b44',
  '0002_pellet-sources': '22bc135d8e43c46294c2c3b95d8c383d01aa2454e34616e93f174b2b2ed509e6',
  '0003_start-up-waste': 'e4bf27f80366bf669e1bd294521a9c609120a271592e7a40bdadaae5ad016606',
  '0004_directory-link-confirmation': 'edb084877bc492ba2ebe927dbc1d60b0514c86663dc3c596b0dbd0b352e10eb4',
  '0005_meter-installation': '0b6fc4eb82c59d533c2b5b9d969cd265001bb740672496c53cade343cd84f402',
  '0006_correction-team': '89619cc4f32c4dbbdf5a9ab8210c9690859fd81e31a3948eebc2879d4083b206',
  '0007_plant-brand': 'a78c0a655e1f7f8967f0b30afa248e9b61360c69c9b53f09c6db42178105db34',
  '0008_search-index': '527d5150edd381309255963ecc0c28f8ada743aa447b649d45a5e04aef3bb03f',
  '0009_plan-before': '4dc26947d555b28405f34c66e999ce250bdefa3b028aa01fed9701ad5ead3ace',
  '0010_breakdowns-before-work': 'a9886dbd9bc426dc7b3809c0f2cdbede8c1b0f448ef6046b1d35e39fdaceef8e',
}

test('the committed migrations produce the current tables', async () => {
  expect((await listMissingStatements(areaContracts)).statements).toEqual([])
})

test('an applied migration is never edited', () => {
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

/** Statements that make the version before fail while it runs beside the new one during a rolling upgrade. */
const NARROWING = [
  /\bdrop\s+(table|column|type|view|function)\b/i,
  /\brename\b/i,
  /\bset\s+not\s+null\b/i,
  /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i,
  /\badd\s+column\s+(?![^;]*\bdefault\b)[^;]*\bnot\s+null\b/i,
]
/** Migrations that remove what the release before the last one stopped using, with the release that stopped using it. */
const REMOVALS: Readonly<Record<string, string>> = {}

const findNarrowing = (statements: string): string[] =>
  NARROWING.flatMap((pattern) => pattern.exec(statements.replace(/--.*$/gm, ''))?.[0] ?? [])

test('a migration leaves the tables as the version before needs them', () => {
  expect(findNarrowing('ALTER TABLE "line" ADD COLUMN "place" text NOT NULL;')).toHaveLength(1)
  expect(findNarrowing('ALTER TABLE "line" ADD COLUMN "place" text DEFAULT \'\' NOT NULL; -- rename nothing')).toEqual(
    [],
  )
  expect(findNarrowing('ALTER TABLE "line" ALTER COLUMN "code" SET DATA TYPE integer;')).toHaveLength(1)
  for (const tag of Object.keys(APPLIED_HASHES).slice(1)) {
    if (tag in REMOVALS) continue
    expect(findNarrowing(readFileSync(join(migrationsFolder, `${tag}.sql`), 'utf8')), tag).toEqual([])
  }
})
