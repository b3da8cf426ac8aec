import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'src/README.md',
  ...readdirSync(join(root, 'src/docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `src/docs/${name}`),
].filter((page) => existsSync(join(root, page)))
const read = (page: string) => readFileSync(join(root, page), 'utf8')

test('the README fits on a few screens', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(120)
})

test('links between pages lead somewhere', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map(([, target]) => target!)
      .filter((target) => !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  )
  expect(broken).toEqual([])
})

test('npm scripts that pages mention exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const mentioned = pages.flatMap((page) =>
    [...read(page).matchAll(/npm (?:run )?(?:-s )?([a-z][\w:-]*)/g)]
      .map(([, name]) => name!)
      .filter((name) => !['ci', 'install', 'sbom'].includes(name) && !(name in scripts))
      .map((name) => `${page}: npm run ${name}`),
  )
  expect(mentioned).toEqual([])
})

test('every setting of the server is documented', () => {
  const documented = read('src/docs/settings.md')
  const named = [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name!)
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((name) => !documented.includes(`\`${name}\``))).toEqual([])
})
