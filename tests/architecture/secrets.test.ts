import { expect, test } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { areaContracts } from '@/areas/contracts'

const areas = resolve(import.meta.dirname, '../../src/areas')
const sources = readdirSync(areas, { recursive: true, encoding: 'utf8' })
  .filter((name) => /server.*\.ts$/.test(name))
  .map((name) => readFileSync(join(areas, name), 'utf8'))
  .join('\n')

// The kit encrypts secrets for every writer; a query that reads the column directly would expose the ciphertext.
test('every stored secret field is decrypted by its own area', () => {
  const secrets = areaContracts.flatMap(({ resources }) =>
    resources.flatMap((r) =>
      Object.entries(r.fields).flatMap(([name, field]) =>
        field.kind === 'text' && field.secret ? [[r.name, name]] : [],
      ),
    ),
  )
  expect(secrets.map((one) => one.join('.')).sort()).toEqual([
    'energyAlarm.address',
    'energyAlarm.secret',
    'erpSource.headerValue',
    'inlet.password',
    'noticeRule.hookSecret',
    'noticeRule.hookUrl',
  ])
  const shut = secrets.filter(
    ([r, name]) => !new RegExp(`openSealedField\\(\\s*[\\w.() ]+,\\s*${r},\\s*'${name}'`).test(sources),
  )
  expect(shut).toEqual([])
})
