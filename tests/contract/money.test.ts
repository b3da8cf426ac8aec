/** Who may read what something costs: whoever sees costs or energy, and whom the field itself names. */
import { expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { endpointsOfArea } from '@/contract/area'
import type { Output } from '@/contract/endpoint'
import type { Fields } from '@/contract/field'

/** Pages whose matter is money; with any of their keys a person sees it. */
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
/** Calls that say it to others, and why that is right. */
const others = {
  'rework.list': 'what a rework cost is entered and read where it is done',
  'rework.rework': 'what a rework cost is entered and read where it is done',
  'plantGlance.now': 'the handler leaves it out for who may not see costs',
  'plantFigure.statistics': 'the handler leaves it out for who may not see costs',
  'lobby.energy': 'a plant decides by the card whether its screens show it',
  'lobby.screen': 'a plant decides by the card whether its screens show it',
}

const openMoney = (of: Fields): string[] =>
  Object.entries(of).flatMap(([name, field]) => {
    if (field.seenBy) return []
    if (field.kind === 'list') return openMoney(field.of).map((inner) => `${name}.${inner}`)
    return field.kind === 'amount' && /^CNY|元/.test(field.unit) ? [name] : []
  })
const openIn = ({ of, parts }: Output): string[] => [...openMoney(of), ...Object.values(parts ?? {}).flatMap(openIn)]

test('no call tells money to people who have nothing to do with it', () => {
  const told = areaContracts.flatMap(endpointsOfArea).filter(({ access, output }) => {
    const keys = [access].flat()
    return openIn(output).length > 0 && !keys.every((key) => pages.some((page) => key.startsWith(page)))
  })
  expect(told.map(({ name }) => name).sort()).toEqual(Object.keys(others).sort())
})
