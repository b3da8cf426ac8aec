import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { areaServers } from '@/areas/servers'
import { describeEvents, describeQuestions } from '@/server/docs/describe-events'
import { buildOpenApi } from '@/server/docs/openapi'

// Calls against the order of areas go through named events and questions. The documents list all of them, and every name is used.
const root = resolve(import.meta.dirname, '../../src')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(root, name), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, ''))
const namesAfter = (pattern: RegExp): Set<string> =>
  new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map((found) => found[1]!)))
const document = buildOpenApi(areaContracts, (key) => key, '1', {
  eventDocs: describeEvents(areaServers),
  questionDocs: describeQuestions(areaServers),
}) as { 'x-events': ReturnType<typeof describeEvents>; 'x-questions': ReturnType<typeof describeQuestions> }

describe('events', () => {
  const listed = document['x-events']
  const names = new Set(listed.map(({ name }) => name))
  test('in the code are listed in the documents', () => {
    expect(names).toEqual(namesAfter(/export const (\w+) = defineEvent</g))
    expect(names.size).toBeGreaterThan(0)
  })
  test('in the list are published somewhere', () => {
    expect([...names].filter((name) => !namesAfter(/\bpublishEvent\(\s*\w+,\s*(\w+)/g).has(name))).toEqual([])
  })
  test('have at least one listener', () => {
    expect(listed.filter(({ listeners }) => listeners.length === 0).map(({ name }) => name)).toEqual([])
  })
  test('document when they are published, and their listeners', () => {
    expect(listed.find(({ name }) => name === 'metresCut')).toMatchObject({
      fields: { slitterId: expect.any(String), at: expect.any(String), metres: expect.any(String) },
      listeners: ['tools'],
    })
  })
  test('without a declaration cannot have listeners: the server does not start', () => {
    const [first] = areaServers
    const deaf = areaServers.map((area) => ({ ...area, events: [] }))
    expect(first?.events.length).toBeGreaterThan(0)
    expect(() => describeEvents(deaf)).toThrow('nobody declares')
  })
})

describe('questions', () => {
  const listed = document['x-questions']
  const names = new Set(listed.map(({ name }) => name))
  test('in the code are listed in the documents', () => {
    expect(names).toEqual(namesAfter(/export const (\w+) = defineQuestion</g))
  })
  test('in the list are asked somewhere, by areas below the answering area', () => {
    expect([...names].filter((name) => !namesAfter(/\baskQuestion\(\s*\w+,\s*(\w+)/g).has(name))).toEqual([])
    const height = (area: string) => areaServers.findIndex(({ contract }) => contract.name === area)
    expect(
      listed.filter(({ askedBy, answeredBy }) => !askedBy.every((area) => height(area) < height(answeredBy))),
    ).toEqual([])
  })
})
