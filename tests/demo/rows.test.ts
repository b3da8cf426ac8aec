import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { user } from '@/areas/access/contract/user'
import { equipment } from '@/areas/equipment/contract/equipment'
import { line } from '@/plant/contract/line'
import type { Field } from '@/contract/field'
import { isUuid } from '@/contract/id'
import { createObjectSchema } from '@/contract/schema'
import { demoAccounts } from '@/demo'
import { findChineseOnlyTexts, differOnlyInTexts, findMissingEnglish } from './chinese-texts'
import { buildPlant, buildPeople, DAYS, getDemoRows, getRows, groupByResource, type Plain } from './plant'

const rows = getDemoRows()
/** More days only add rows of the same kinds: these suffice to compare two plants or two places. */
const FEW_DAYS = 5
const digest = (parts: unknown) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

describe('the demonstration plant', { timeout: 120_000 }, () => {
  it('is the same for the same seed and time, and different for another seed', () => {
    const days = process.env['LONG'] ? DAYS : FEW_DAYS
    const one = () => digest([...groupByResource(buildPlant(1, 1, days)).values()])
    expect(one()).toBe(one())
    expect(digest(buildPeople(1)?.batches.map((each) => each.rows))).not.toBe(
      digest(buildPeople(2)?.batches.map((each) => each.rows)),
    )
  })

  it('differs in English only in its texts, none of which is Chinese', () => {
    const english = groupByResource(buildPlant(1, 1, DAYS, 'en'))
    expect([...english.keys()]).toEqual([...rows.keys()])
    for (const [resource, all] of english) {
      const chinese = rows.get(resource)!
      expect(all.length, resource.name).toBe(chinese.length)
      // `load` checks every text in the database; these are some texts of each list, and of drawings.
      const pairs = all
        .map((row, i) => [chinese[i], row] as const)
        .filter((_, i) => i % Math.ceil(all.length / 500) === 0)
      expect([...new Set(pairs.flatMap(([, row]) => findChineseOnlyTexts(resource.name, row)))].slice(0, 5)).toEqual([])
      expect(pairs.filter(([one, row]) => !differOnlyInTexts(one, row)).slice(0, 2), resource.name).toEqual([])
    }
  })

  it('has an English text beside the Chinese for every field pair', () => {
    const without = [...rows].flatMap(([resource, all]) => {
      const step = Math.ceil(all.length / 5000)
      const found = all
        .filter((_, i) => i % step === 0)
        .flatMap((row) => findMissingEnglish(resource.name, resource.fields, row))
      return [...new Set(found)].slice(0, 5)
    })
    expect(without).toEqual([])
  })

  it('names makers and suppliers in both languages', () => {
    const named: string[] = []
    for (const [resource, all] of rows)
      for (const name of ['maker', 'supplier'])
        if (name in resource.fields) {
          named.push(`${resource.name}.${name}`)
          const without = all.filter((row) => row[name] && !/^[\x20-\x7e]+$/.test(String(row[`${name}En`] ?? '')))
          expect(without.slice(0, 1), `${resource.name}.${name}`).toEqual([])
        }
    expect(named).toEqual(expect.arrayContaining(['equipment.maker', 'material.supplier', 'sparePart.supplier']))
  })

  it('has the promised size', () => {
    expect(getRows(rows, user)).toHaveLength(62)
    expect(getRows(rows, line).filter(({ kind }) => kind === 'slitting')).toHaveLength(4)
    expect(
      getRows(rows, line).filter(({ kind }) => kind === 'spunbond' || kind === 'composite' || kind === 'meltblown'),
    ).toHaveLength(3)
    expect(getRows(rows, equipment).length).toBeGreaterThan(370)
    expect(getRows(rows, equipment).length).toBeLessThan(430)
    for (const { userName } of demoAccounts)
      expect(
        getRows(rows, user).some((person) => person.userName === userName),
        userName,
      ).toBe(true)
  })

  it('matches the fields of its resources', () => {
    for (const [resource, all] of rows) {
      const schema = createObjectSchema(resource.fields, false)
      const step = Math.ceil(all.length / 1500)
      // Asserts once per resource: one assertion for each of a hundred thousand rows takes longer than the check itself.
      const wrong = all
        .filter((_, i) => i % step === 0)
        .flatMap((row) => {
          const given = Object.fromEntries(Object.keys(resource.fields).map((name) => [name, row[name]]))
          const { error } = z.safeParse(schema, given)
          const inTime = Date.parse(String(row['createdAt'])) <= Date.parse(String(row['updatedAt']))
          return error || !isUuid(row['id']) || !inTime ? [{ row, issues: error?.issues, inTime }] : []
        })
      expect(wrong.slice(0, 3), resource.name).toEqual([])
    }
  })

  it('refers only to existing rows', () => {
    const ids = new Map([...rows].map(([resource, all]) => [resource.name, new Set(all.map((row) => row['id']))]))
    const lost: string[] = []
    for (const [resource, all] of rows)
      for (const [name, field] of Object.entries(resource.fields)) {
        for (const row of all)
          for (const id of named(field, row[name]))
            // The reasons for stops exist before the plant's history.
            if (id.to !== 'stopReason' && !ids.get(id.to)?.has(id.id)) lost.push(`${resource.name}.${name}`)
      }
    expect(
      [...new Set(lost)].filter(
        (place) => !['user.roleId', 'inspectionPlan.roleIds', 'inspectionRound.roleIds'].includes(place),
      ),
    ).toEqual([])
  })

  it('repeats no id and no unique key, in several places too', () => {
    const two = groupByResource(buildPlant(1, 2, FEW_DAYS))
    expect(two.size).toBe(rows.size)
    for (const [resource, all] of two) {
      expect(new Set(all.map((row) => row['id'])).size, resource.name).toBe(all.length)
      for (const key of resource.unique) expect(twice(all, key), `${resource.name} ${key.join('+')}`).toEqual([])
    }
  })
})

function named(field: Field, value: unknown): { to: string; id: unknown }[] {
  if (field.kind === 'reference') return value === null ? [] : [{ to: field.to, id: value }]
  if (field.kind === 'references') return (value as unknown[]).map((id) => ({ to: field.to, id }))
  if (field.kind === 'list')
    return (value as Plain[]).flatMap((row) =>
      Object.entries(field.of).flatMap(([name, inner]) => named(inner, row[name] ?? null)),
    )
  return []
}
function twice(all: readonly Plain[], key: readonly string[]): string[] {
  const seen = new Set<string>()
  // Many rows may still have no number.
  return all
    .filter((row) => key.every((name) => row[name] !== null))
    .map((row) => key.map((name) => String(row[name])).join('\n'))
    .filter((value) => seen.size === seen.add(value).size)
}
