import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? files(join(folder, entry.name))
      : /\.tsx?$/.test(entry.name)
        ? [join(folder, entry.name)]
        : [],
  )

it('antd-mobile gets its renderer wherever it is used, imports by component, and before its parts', () => {
  const users = files('src')
    .filter((file) => !file.endsWith('client/antd.tsx'))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(({ text }) => /from 'antd-mobile/.test(text))
  expect(users.length).toBeGreaterThan(0)
  for (const { file, text } of users) {
    const own = text.search(/import '(\.\.\/|@\/client\/)+antd'/)
    expect(own, `${file} imports client/antd first`).toBeGreaterThanOrEqual(0)
    expect(own, file).toBeLessThan(text.indexOf("from 'antd-mobile"))
    expect(text, `${file} imports by component`).not.toMatch(/from 'antd-mobile'/)
  }
})
