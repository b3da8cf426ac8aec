/** Permission to read costs: people who see costs or energy, and people whom the field itself names. */
import { expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { COST_METRIC_PERMISSIONS } from '@/plant/contract/cost-permissions'
import { metrics } from '@/plant/rules/metrics'
import { sumSpecs } from '@/areas/figures/rules/shift-sums'
import { getAreaEndpoints } from '@/contract/area'
import type { Output } from '@/contract/endpoint'
import type { Fields } from '@/contract/field'

/** Pages about money; any of their keys makes costs visible. */
const pages = [
  'costComparison',
  'standardCost',
  'unitPriceEntry',
  'processOptimisation',
  'energyAnalysis',
  'energyStatistics',
  'electricityAnalysis',
  'energyUnitPrice',
  'energyReport',
]
/** Calls that return costs to other people, with the reason. */
const others = {
  'plantGlance.now': 'the handler leaves it out for who may not see costs',
  'plantFigure.statistics': 'the handler leaves it out for who may not see costs',
  'lobby.energy': 'a plant decides by the card whether its screens show it',
  'lobby.screen': 'a plant decides by the card whether its screens show it',
}

const openMoney = (of: Fields): string[] =>
  Object.entries(of).flatMap(([name, field]) => {
    if (field.viewPermissions) return []
    if (field.kind === 'list') return openMoney(field.of).map((inner) => `${name}.${inner}`)
    return field.kind === 'amount' && /^CNY|元/.test(field.unit) ? [name] : []
  })
const openIn = ({ fields: of, parts }: Output): string[] => [
  ...openMoney(of),
  ...Object.values(parts ?? {}).flatMap(openIn),
]

test('no call reveals costs to people without permission', () => {
  const told = areaContracts.flatMap(getAreaEndpoints).filter(({ access, output }) => {
    const keys = [access].flat()
    return openIn(output).length > 0 && !keys.every((key) => pages.some((page) => key.startsWith(page)))
  })
  expect(told.map(({ name }) => name).sort()).toEqual(Object.keys(others).sort())
})

/** Field names of costs, with their unit. */
const named: Readonly<Record<string, { unit: string } | undefined>> = { ...sumSpecs, ...metrics }
const unitOf = (name: string): string => named[name]?.unit ?? ''
const isMoney = (name: string): boolean => unitOf(name).startsWith('CNY')
/** Choices that let everybody select a metric, and so read cost amounts that are not protected. */
const openNames = (of: Fields): string[] =>
  Object.entries(of).flatMap(([name, field]) => {
    if (field.kind === 'list') return openNames(field.of).map((inner) => `${name}.${inner}`)
    // Only metrics, not cards with the same name.
    if (field.kind !== 'choice' || !field.options.every((option) => named[option])) return []
    const { options: kept = [], by = [] } = field.restrictedOptions ?? {}
    const open = field.options.filter((option) => isMoney(option) && !kept.includes(option))
    const toOthers = field.restrictedOptions && !COST_METRIC_PERMISSIONS.every((key) => by.includes(key))
    return open.length || toOthers ? [name] : []
  })
const namesIn = ({ fields: of, parts }: Output): string[] => [
  ...openNames(of),
  ...Object.values(parts ?? {}).flatMap(namesIn),
]

test('only people who may see costs can choose and read a cost metric by its name', () => {
  const open = areaContracts
    .flatMap(getAreaEndpoints)
    .flatMap(({ name, access, input, output }) =>
      [access].flat().every((key) => (COST_METRIC_PERMISSIONS as readonly string[]).includes(key))
        ? []
        : [...openNames(input), ...namesIn(output)].map((field) => `${name}: ${field}`),
    )
  const stored = areaContracts
    .flatMap(({ resources }) => resources)
    .flatMap((r) => openNames(r.fields).map((field) => `${r.name}: ${field}`))
  expect([...open, ...stored]).toEqual([])
  expect(openNames({ item: { kind: 'choice', options: ['outputKg', 'costPerKg'] } })).toEqual(['item'])
})
