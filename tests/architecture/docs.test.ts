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

const sourceFiles = ['src', 'sw', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
)
/** Code words of a page: texts in backticks, outside code blocks. */
const readCodeWords = (page: string): string[] =>
  [
    ...read(page)
      .replace(/```[\s\S]*?```/g, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, word]) => word!)

test('files that pages name exist', () => {
  const isThere = (path: string) =>
    ['', 'src/', 'tests/'].some((folder) => existsSync(join(root, folder, path))) ||
    sourceFiles.some((file) => file.endsWith(`/${path}`) || file.replace(/\.\w+$/, '').endsWith(`/${path}`))
  const lost = pages.flatMap((page) =>
    readCodeWords(page)
      .filter((word) => /^[\w./-]+\.(ts|tsx|mjs|mts|css|json|tsv|html|yml)$/.test(word))
      .filter((path) => !/^(\/|dist\/|node_modules\/)/.test(path) && !isThere(path))
      .map((path) => `${page}: ${path}`),
  )
  expect(lost).toEqual([])
})

test('functions and options that pages name exist', () => {
  const text = [...sourceFiles, 'vite.config.ts']
    .filter((file) => /^((src|sw|tests)\/.*|vite\.config)\.(tsx?|mjs)$/.test(file))
    .map((file) => read(file))
    .join('\n')
  const words = new Set(text.match(/[A-Za-z_$][\w$]*/g))
  const named = pages.flatMap((page) =>
    readCodeWords(page)
      .flatMap((word) => /^([a-z]+[A-Z]\w*)(\(.*\))?$/.exec(word)?.[1] ?? [])
      .map((word) => ({ page, word })),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter(({ word }) => !words.has(word))).toEqual([])
})
