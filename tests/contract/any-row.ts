/** Generators of rows and inputs of any shape that their contract allows, by the kinds of their fields. */
import fc from 'fast-check'
import type { Command } from '@/contract/command'
import type { Field, Fields } from '@/contract/field'
import { createUuid7 } from '@/contract/id'
import type { AnyRow, Resource } from '@/contract/resource'
import { createBlankRow } from '@/contract/build-row'

/** Time of the commands in these tests. */
export const MOMENT = '2026-11-20T06:00:00.000Z'
const toEarlierMoment = (minutes: number): string => new Date(Date.parse(MOMENT) - minutes * 60_000).toISOString()

function valueOf(field: Field): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'text':
    case 'note':
      return fc.constantFrom('a', 'b c')
    case 'integer':
    case 'amount':
      return fc.integer({ min: Math.max(Math.ceil(field.min ?? 0), 0), max: Math.min(field.max ?? 5000, 5000) })
    case 'choice':
      return fc.constantFrom(...field.options)
    case 'flag':
      return fc.boolean()
    case 'day':
      return fc.constantFrom('2026-11-19', '2026-11-20')
    case 'moment':
      return fc.integer({ min: 1, max: 3000 }).map(toEarlierMoment)
    case 'reference':
      return fc.integer({ min: 10, max: 14 }).map((n) => createUuid7(n))
    case 'list':
      return fc.array(recordOf(field.of), { maxLength: 3, minLength: field.required ? 1 : 0 })
    case 'custom':
      return fc.constant({})
    default:
      return fc.constant([])
  }
}
const recordOf = (fields: Fields): fc.Arbitrary<AnyRow> =>
  fc.record(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        field.required ? valueOf(field) : fc.option(valueOf(field), { nil: null, freq: 3 }),
      ]),
    ),
  )

/** A row in one of these states, or null if the row does not exist yet. */
export const anyRow = (resource: Resource, states: readonly (string | null)[] | null): fc.Arbitrary<AnyRow | null> => {
  const filled = recordOf(resource.fields).map((row) => ({
    ...createBlankRow(resource),
    ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
    version: 3,
    createdAt: toEarlierMoment(4000),
    updatedAt: toEarlierMoment(3500),
    createdBy: createUuid7(10),
  }))
  const existingStates = states?.filter((state) => state !== null)
  if (!states || !existingStates) return filled
  const inState =
    existingStates.length === 0
      ? fc.constant(null)
      : fc
          .tuple(filled, fc.constantFrom(...existingStates))
          .map(([row, state]) => ('state' in resource.fields ? { ...row, state } : row))
  return states.includes(null) ? fc.option(inState, { nil: null }) : inState
}
/** An input of a command, without the id of its row. */
export const anyBody = (of: Command): fc.Arbitrary<AnyRow> =>
  recordOf(Object.fromEntries(Object.entries(of.input).filter(([name]) => name !== 'version'))).map((body) => ({
    ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)),
    ...(of.affects ? { [of.idInput]: createUuid7(3) } : {}),
    occurredAt: MOMENT,
  }))
