import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { listLinkTargets, rebaseLinks } from '../../src/build/release-pages'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('the README of a release links to files of the release', () => {
  const page = rebaseLinks(read('src/docs/installation.md'), 'src/docs', '')
  const targets = listLinkTargets(page)
  expect(targets).toContain('src/docs/operation.md')
  expect(targets).toContain('CHANGELOG.md')
  expect(targets.filter((target) => !existsSync(join(root, target)))).toEqual([])
})

test('links of the deployment files lead somewhere', () => {
  const folder = 'src/deploy'
  const targets = listLinkTargets(read(`${folder}/README.md`))
  expect(targets.filter((target) => !existsSync(join(root, folder, target)))).toEqual([])
})

test('both units of the server protect it alike', () => {
  const readUnit = (name: string) =>
    read(`src/deploy/systemd/${name}`)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('Description='))
  const instanceLines = new Set(readUnit('nonwoven-mes@.service'))
  const serviceLines = readUnit('nonwoven-mes.service')
  expect(serviceLines.filter((line) => !instanceLines.has(line))).toEqual(['ExecStart=/usr/bin/env node src/start.mjs'])
  expect([...instanceLines].filter((line) => !serviceLines.includes(line))).toEqual([
    'EnvironmentFile=-/etc/nonwoven-mes-%i.env',
    'ExecStart=/usr/bin/env node src/start.mjs --port %i',
  ])
})

test('alert rules and the dashboard use metrics that exist', () => {
  const definedNames = new Set(
    [...read('src/server/http/metrics.ts').matchAll(/name: '([a-z_]+)'/g)].map(([, name]) => name!),
  )
  const expressions = [
    ...[...read('src/deploy/monitoring/grafana-dashboard.json').matchAll(/"expr": "(.*)"/g)].map(([, text]) => text!),
    ...[...read('src/deploy/monitoring/alerts.yml').matchAll(/expr: (?:>-\s+)?(.*)/g)].map(([, text]) => text!),
  ]
  const usedNames = new Set(
    expressions.flatMap(
      (expression) => expression.match(/\b(?:backup|job|http|outbound|database|replica|program)_\w+/g) ?? [],
    ),
  )
  expect(usedNames.size).toBeGreaterThan(8)
  const unknownNames = [...usedNames].filter((name) => !definedNames.has(name.replace(/_(count|bucket|sum)$/, '')))
  expect(unknownNames).toEqual([])
})
