import { resolve } from 'node:path'
import { build, type Plugin, type Rollup } from 'vite'
import { expect, test } from 'vitest'
import config from '../../vite.config'

// The build drops unused declarations; every other statement of a page stays.
const root = resolve(import.meta.dirname, '../..')
const SAMPLE = `${root}/src/client/sample.ts`
const sample = `
import { list, text } from '@/contract/field'
import {
  objectOutput,
} from '@/contract/endpoint'
export const declared = list({ kept: text({ max: 4711 }) })
const unused = objectOutput({ dropped: text({ max: 4712 }) })
export function follow(page: Window, go: () => void): void {
  page.addEventListener('online', go)
}
export function fill(list: number[], text: { clear(): void }): number[] {
  list.push(4713)
  text.clear()
  return list
}`
const samplePlugin: Plugin = {
  name: 'sample',
  resolveId: (id) => (id === SAMPLE ? id : null),
  load: (id) => (id === SAMPLE ? sample : null),
}

test('listeners and lists stay, whatever their names; unused declarations are dropped', async () => {
  const { build: how, plugins } = config({ mode: 'production', command: 'build' })
  const testedPlugins = plugins?.flat().filter((one) => one && 'name' in one && one.name === 'pure-declarations')
  const made = (await build({
    configFile: false,
    root,
    logLevel: 'silent',
    resolve: { alias: { '@': resolve(root, 'src') } },
    plugins: [...(testedPlugins ?? []), samplePlugin],
    build: {
      write: false,
      minify: false,
      lib: { entry: SAMPLE, formats: ['es'] },
      rollupOptions: { treeshake: how?.rollupOptions?.treeshake ?? true },
    },
  })) as Rollup.RollupOutput[]
  const code = made[0]?.output[0].code ?? ''
  expect(code).toContain('page.addEventListener("online", go)')
  expect(code).toContain('list.push(4713)')
  expect(code).toContain('text.clear()')
  expect(code).toContain('4711')
  expect(code).not.toContain('4712')
})
