/** The published API only grows: what a release offered, every later one offers. */
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { programVersion } from '@/server/program-files'
import { describeApi, listBreakingChanges, publishedApiFolder, readPublishedApi } from '../fixtures/published-api'

const releases = readdirSync(publishedApiFolder)
const currentApi = describeApi()

test('the current version is a semantic version', () => {
  expect(programVersion).toMatch(/^\d+\.\d+\.\d+$/)
})
test.each(releases)('everything that %s offered is still there', (fileName) => {
  const publishedApi = readPublishedApi(fileName)
  expect(publishedApi.size).toBeGreaterThan(600)
  expect(listBreakingChanges(publishedApi, currentApi)).toEqual([])
})
test('removed calls and fields, other types and new requirements are noticed', () => {
  const published = new Map([
    ['GET /api/gone', new Set(['out object'])],
    ['POST /api/rolls', new Set(['in.netKg number', 'in.code string!', 'out.id string', 'out.netKg number'])],
  ])
  const current = new Map([
    [
      'POST /api/rolls',
      new Set(['in.netKg number!', 'in.code string', 'in.note string', 'out.id integer', 'out.netKg number']),
    ],
    ['GET /api/new', new Set(['out object'])],
  ])
  expect(listBreakingChanges(published, current)).toEqual([
    'GET /api/gone is gone',
    'POST /api/rolls: out.id string is gone or has another type',
    'POST /api/rolls: in.netKg number has become required',
  ])
})
