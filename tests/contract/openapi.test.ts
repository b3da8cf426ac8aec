import { createConfig, lintFromString } from '@redocly/openapi-core'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { areaServers } from '@/areas/servers'
import { eventsOf, questionsOf } from '@/server/docs/events'
import { openApi } from '@/server/docs/openapi'
import { loadWords, localeFolders } from '@/server/words'

type Operation = { summary: string; parameters?: { name: string; in: string; required: boolean }[] }
const words = await loadWords(localeFolders(resolve(import.meta.dirname, '../../src')))
const between = { told: eventsOf(areaServers), asked: questionsOf(areaServers) }
const documentIn = (language: 'zh' | 'en') =>
  openApi(areaContracts, words.t(language), '1', between) as {
    paths: Record<string, Record<string, Operation>>
  }

test('the document of the interface has no error by a linter of such documents', async () => {
  const config = await createConfig({ extends: ['recommended'], rules: { 'info-license': 'off' } })
  const problems = await lintFromString({
    source: JSON.stringify(documentIn('en')),
    config,
    absoluteRef: 'openapi.json',
  })
  const errors = problems.filter(({ severity }) => severity === 'error')
  expect([
    ...new Set(errors.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer}`)),
  ]).toEqual([])
})
test.each(['zh', 'en'] as const)('every call has a summary (%s)', (language) => {
  const calls = Object.values(documentIn(language).paths).flatMap((at) => Object.values(at))
  expect(calls.length).toBeGreaterThan(400)
  expect(calls.filter(({ summary }) => !summary || /actions|undefined|_/.test(summary))).toEqual([])
})
test('what stands in a path is declared there', () => {
  expect(documentIn('en').paths['/api/mater/edit_recycle/{id}']?.['put']?.parameters).toEqual([
    {
      name: 'id',
      in: 'path',
      required: true,
      schema: { type: 'string', format: 'uuid', description: 'id of recycle' },
    },
  ])
})
