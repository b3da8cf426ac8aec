import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { areaClients } from '@/areas/clients'
import { areaContracts } from '@/areas/contracts'
import { hasCorrectionForm, findFormPlace, registerAreas } from '@/client/area-registry'
import { getEditableFields } from '@/client/resource/form-values'
import { getAreaEndpoints } from '@/contract/area'
import type { Endpoint } from '@/contract/endpoint'

registerAreas(areaClients)
const queued = areaContracts
  .flatMap(getAreaEndpoints)
  .flatMap(({ name, offline }) => (offline ? [{ name, resource: offline.resource }] : []))
const sources = new URL('../../../src/areas/', import.meta.url)
/** Source text in the folder of a page, or of a view that another area adds to the page. */
function sourceOf(page: string, view: string | undefined): string {
  const texts = readdirSync(sources, { withFileTypes: true }).flatMap(({ name }) => {
    if (name.includes('.')) return []
    const index = readFileSync(new URL(`${name}/client/index.ts`, sources), 'utf8')
    const ofPage = new RegExp(`\\b${page}: \\(?.*?import\\('\\./([^']+)'\\)`).exec(index)?.[1]
    const ofView =
      view && new RegExp(`page: '${page}',\\s+name: '${view}',[^}]*?import\\('\\./([^']+)'\\)`).exec(index)?.[1]
    return [ofPage, ofView].flatMap((path) => {
      if (!path) return []
      const folder = new URL(`${name}/client/${path}`, sources)
      const files = readdirSync(new URL('.', folder)).filter((file) => file.endsWith('.tsx'))
      return files.map((file) => readFileSync(new URL(file, folder), 'utf8'))
    })
  })
  return texts.join('\n')
}
const takesUnsent = (source: string): boolean => /useUnsentCommandToCorrect\(\)|<ResourcePage|plainPage/.test(source)

test('every offline command has a form on its page, or is declared to have none', () => {
  expect(queued.length).toBeGreaterThan(80)
  const nowhere = queued.filter(({ name, resource }) => {
    const place = hasCorrectionForm(name) ? findFormPlace(resource) : undefined
    return place && !takesUnsent(sourceOf(place.page, place.params['view']))
  })
  expect(nowhere.map(({ name }) => name)).toEqual([])
})
/** Steps whose page draws more than their inputs: the time of a round's step, the current handover beside a signature. */
const drawn = ['inspectionRound.claim', 'inspectionRound.start', 'handover.give', 'handover.take']
test('a step without inputs has no form, because the form would be empty', () => {
  const asks = ({ input, offline }: Endpoint) =>
    Object.keys(getEditableFields(input)).filter((name) => name !== 'occurredAt' && name !== offline?.idInput)
  const steps = areaContracts.flatMap(getAreaEndpoints).filter((one) => one.offline && asks(one).length === 0)
  expect(steps.length).toBeGreaterThan(6)
  expect(steps.map(({ name }) => name).filter((name) => hasCorrectionForm(name) && !drawn.includes(name))).toEqual([])
})
test('commands declared without a form are offline commands', () => {
  const names = new Set(queued.map(({ name }) => name))
  expect(
    areaClients.flatMap(({ commandsWithoutForm: formless = [] }) => formless).filter((name) => !names.has(name)),
  ).toEqual([])
})
test('an order that did not start is not corrected in the list of orders, nor a cut on the page of a slitter', () => {
  for (const name of ['workOrder.start', 'workOrder.switch', 'cutting.start', 'slitSet.doff'])
    expect(hasCorrectionForm(name)).toBe(false)
})
