import { expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { plantContract } from '@/plant/contract'

test('a team has its name wherever a record shows it: list, details and Excel', () => {
  const teams = [plantContract, ...areaContracts]
    .flatMap(({ resources }) => resources)
    .flatMap(({ name, fields }) => Object.entries(fields).map(([field, one]) => ({ name, field, one })))
    .filter(({ field, one }) => field === 'team' && one.kind === 'text')
  expect(teams.length).toBeGreaterThan(10)
  expect(teams.filter(({ one }) => one.kind !== 'text' || one.vocabulary !== 'contract:teams')).toEqual([])
})
