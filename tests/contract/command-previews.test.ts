import fc from 'fast-check'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { getAreaEndpoints } from '@/contract/area'
import { isCommand, type Command } from '@/contract/command'
import type { Endpoint } from '@/contract/endpoint'
import { createUuid7 } from '@/contract/id'
import { createBlankRow } from '@/contract/build-row'
import { createCommandPreview, buildAreaPreviews } from '@/offline/command-preview'
import { findDifferences, createOutboxRow } from '../server/preview-watch'
import { anyBody, anyRow, MOMENT } from './any-row'
import { runCommand } from './rows-in-memory'

// A phone's preview of a command equals the server's result. This file uses generated rows and the server's kit; the results of
// area handlers are compared at every command of every server test (`server/preview-watch`).
const PERSON = createUuid7(1)
const endpoints = areaContracts.flatMap((area) => getAreaEndpoints(area))
const offline = endpoints.filter((one) => one.offline)
const commands = offline.filter(isCommand)

/** Commands that no page offers, with the reason. Remove a command from this list when a page offers it. */
const withoutPage: Readonly<Record<string, string>> = {
  'workOrder.adjust': 'the calls of the line have it; on the pages an order is changed by planning',
  'feed.setHopper': 'the winder feeds by the page of raw materials, which names the kind of the material',
}
/** Offline calls that are neither a command nor a plain operation, with the reason why a phone cannot preview their row. */
const unseen = ['jumboRoll.printed'] // a count of paper, no change of the roll

describe('every offline command', () => {
  test('has one definition, a preview and an answer', () => {
    const plain = areaContracts.flatMap((area) =>
      area.resources.flatMap((one) => Object.values(one.endpoints) as Endpoint[]),
    )
    const others = offline.filter((one) => !isCommand(one) && !plain.some(({ name }) => name === one.name))
    expect(others.map(({ name }) => name)).toEqual(unseen)
    const previews = Object.assign({}, ...areaContracts.map(buildAreaPreviews)) as Record<string, unknown>
    expect(offline.filter(({ name }) => !previews[name] && !unseen.includes(name)).map(({ name }) => name)).toEqual([])
    expect(commands.length).toBeGreaterThan(40)
  })
  test.each(commands.map((one) => [one.name, one] as const))('%s takes what its life cycle requires', (_name, of) => {
    for (const step of of.lifecycleActions)
      for (const name of of.lifecycle?.actions[step]?.requiredInputs ?? []) {
        expect(Object.keys(of.input), step).toContain(name)
        // A command with several possible steps declares this per step.
        if (of.lifecycleActions.length === 1) expect(of.input[name]?.required, `${step}: ${name}`).toBe(true)
      }
  })
  test.each(commands.map((one) => [one.name, one] as const))('%s writes fields that its row has', (_name, of) => {
    const shown = of.affects?.resource ?? of.resource
    expect(of.serverFields.filter((name) => !(name in shown.fields))).toEqual([])
    expect(of.writes.filter((name) => !(name in of.resource.fields) || !(name in of.input))).toEqual([])
  })
  test.each(commands.map((one) => [one.name, one] as const))(
    '%s is shown as the server answers it, on any row',
    async (_name, command) => {
      let compared = 0
      await fc.assert(
        fc.asyncProperty(anyRow(shownOf(command), statesOf(command)), anyBody(command), async (row, anyInput) => {
          const id = createUuid7(2)
          const isNew =
            command.affects === null && command.fromStates !== null && command.fromStates.includes(null) && row === null
          if (row === null && !isNew) return
          const storedRow = row && Object.freeze({ ...row, id })
          const body = Object.freeze({ ...anyInput, [command.affects?.idInput ?? command.idInput]: id })
          const previewRow = createCommandPreview(command)(
            storedRow ?? undefined,
            body,
            createOutboxRow(command, body, MOMENT, PERSON),
          )
          const answered = await runCommand(command, storedRow, body, { id: PERSON, now: MOMENT })
          // The server accepts what the phone previews; the phone previews nothing that the server refuses.
          expect(previewRow === null ? 'refused' : 'taken').toBe(answered === null ? 'refused' : 'taken')
          if (!previewRow || !answered) return
          compared++
          expect(findDifferences(command, storedRow ?? createBlankRow(shownOf(command)), previewRow, answered)).toEqual(
            [],
          )
        }),
        { numRuns: 60, seed: 20_261_120 },
      )
      expect(compared, 'no row was good enough').toBeGreaterThan(0)
    },
  )
})
const shownOf = (of: Command) => of.affects?.resource ?? of.resource
/** Possible states of the displayed row; all states if the command declares none. */
const statesOf = (of: Command): readonly (string | null)[] | null => (of.affects ? null : of.fromStates)

const sources = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => readFileSync(join(folder, file), 'utf8'))
    : []
/** Exports of the contracts' modules, by name. */
// Without a type argument: Vitest recognises `import.meta.glob(` and does not cache the file, because it depends on others.
const exported = import.meta.glob('/src/{plant,areas/*}/contract/*.ts', { eager: true }) as Record<
  string,
  Record<string, unknown>
>
const holds = (value: unknown, of: Endpoint): boolean =>
  Array.isArray(value)
    ? value.some((one) => holds(one, of))
    : typeof value === 'object' &&
      value !== null &&
      ((value as { name?: unknown }).name === of.name || (value as { endpoint?: unknown }).endpoint === of)

describe('forms and buttons', () => {
  const pages = ['src/plant', ...readdirSync('src/areas').map((area) => `src/areas/${area}`)].flatMap((area) =>
    // A command declared as `commandsWithoutForm` does not count as offered.
    sources(`${area}/client`).map((source) => source.replace(/\bcommandsWithoutForm: \[[^\]]*\]/g, '')),
  )
  const named = new Map(
    commands.map((of) => [
      of.name,
      Object.values(exported).flatMap((module) =>
        Object.entries(module).flatMap(([name, value]) => (holds(value, of) ? [name] : [])),
      ),
    ]),
  )
  test.each(commands.map(({ name }) => name))('%s is named by a page or a button', (name) => {
    const names = named.get(name) ?? []
    expect(names.length, 'no contract exports it').toBeGreaterThan(0)
    const found = names.filter((one) => pages.some((source) => new RegExp(`\\b${one}\\b`).test(source)))
    expect(found.length > 0, `${names.join(', ')} in any client`).toBe(!(name in withoutPage))
  })
})
