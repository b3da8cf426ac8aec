import { Validator } from '@seriousme/openapi-schema-validator'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { areaServers } from '@/areas/servers'
import { describeEvents, describeQuestions } from '@/server/docs/describe-events'
import { buildOpenApi } from '@/server/docs/openapi'
import { loadTranslations, getLocaleFolders } from '@/server/translations'

type Operation = { summary: string; parameters?: { name: string; in: string; required: boolean }[] }
const words = await loadTranslations(getLocaleFolders(resolve(import.meta.dirname, '../../src')))
const between = { eventDocs: describeEvents(areaServers), questionDocs: describeQuestions(areaServers) }
const documentIn = (language: 'zh' | 'en') =>
  buildOpenApi(areaContracts, words.t(language), '1', between) as {
    paths: Record<string, Record<string, Operation>>
  }

test('the API document follows the OpenAPI schema', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(documentIn('en')))
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
})
test('no two calls share an operation id, and every reference resolves', () => {
  const document = documentIn('en')
  const ids = Object.values(document.paths).flatMap((calls) =>
    Object.values(calls).map((call) => (call as { operationId?: string }).operationId),
  )
  expect(ids.filter((id, index) => id !== undefined && ids.indexOf(id) !== index)).toEqual([])
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!)
  const isThere = (path: string) =>
    path
      .split('/')
      .reduce<unknown>(
        (node, key) => (node as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
        document,
      ) !== undefined
  expect(references.filter((path) => !isThere(path))).toEqual([])
})
test.each(['zh', 'en'] as const)('every call has a summary (%s)', (language) => {
  const calls = Object.values(documentIn(language).paths).flatMap((at) => Object.values(at))
  expect(calls.length).toBeGreaterThan(400)
  expect(calls.filter(({ summary }) => !summary || /actions|undefined|_/.test(summary))).toEqual([])
})
test('every path parameter is declared', () => {
  expect(documentIn('en').paths['/api/mater/edit_recycle/{id}']?.['put']?.parameters).toEqual([
    {
      name: 'id',
      in: 'path',
      required: true,
      schema: { type: 'string', format: 'uuid', description: 'id of recycle' },
    },
  ])
})
test('an area is documented with itself, or with an area that is', () => {
  const ownNames = areaContracts.flatMap(({ name, documentationArea }) =>
    documentationArea === undefined ? [name] : [],
  )
  const wrong = areaContracts.filter(
    ({ documentationArea }) => documentationArea && !ownNames.includes(documentationArea),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
})
test('calls of an area that was split off keep their tag', () => {
  const document = documentIn('en') as unknown as {
    tags: { name: string }[]
    paths: Record<string, Record<string, { operationId: string; tags: string[] }>>
  }
  const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const tagsOf = (operationId: string) => calls.find((call) => call.operationId === operationId)?.tags
  expect(tagsOf('slitRoll.list')).toEqual(['rolls'])
  expect(tagsOf('sparePart.list')).toEqual(['maintenance'])
  expect(document.tags.map(({ name }) => name)).not.toContain('slitting')
})
test('a field that was replaced is deprecated and names what replaces it', () => {
  const text = JSON.stringify(documentIn('en').paths['/mater/balance'] ?? documentIn('en').paths['/api/mater/balance'])
  expect(text).toContain('"goodKg":{"type":"number","description":"kg; deprecated, see woundGoodKg","deprecated":true}')
  expect(text).toContain('"woundGoodKg":{"type":"number","description":"kg"}')
})
