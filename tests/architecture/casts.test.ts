import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

// A cast that bypasses the compiler is an unchecked promise: few are allowed, each with its reason.
const root = resolve(import.meta.dirname, '../..')
const BAR = 30
const sources = ['src', 'sw'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(root, folder, name)),
)
const forced = /\bas (?:unknown as|never)\b/
const isComment = (line: string | undefined): boolean => /^\s*(\/\/|\/?\*)/.test(line ?? '')
const withoutComment = (line: string): string => (isComment(line) ? '' : line.replace(/(?<!:)\/\/.*$/, ''))
const code = (line: string): string => withoutComment(line).replace(/'[^']*'|"[^"]*"/g, "''")

interface Cast {
  at: string
  reason: boolean
}
const casts = sources.flatMap((path): Cast[] => {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line, i): Cast[] =>
    forced.test(code(line))
      ? [
          {
            at: `${relative(root, path)}:${i + 1}`,
            // The reason is on the line, or above the statement that ends there.
            reason: /\/\/ \S/.test(line) || [1, 2, 3, 4].some((up) => isComment(lines[i - up])),
          },
        ]
      : [],
  )
})

describe('casts', () => {
  it(`are at most ${BAR}`, () => {
    expect(casts.length, casts.map(({ at }) => at).join('\n')).toBeLessThanOrEqual(BAR)
  })

  it('give the reason why the compiler cannot know better', () => {
    expect(casts.filter(({ reason }) => !reason).map(({ at }) => at)).toEqual([])
  })

  it('are not replaced by switching the compiler off', () => {
    const off = /@ts-(?:ignore|nocheck|expect-error)|\bas any\b|: any\b(?! )|<any\b/
    const found = sources.flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, i) => (off.test(code(line)) || /@ts-/.test(line) ? [`${relative(root, path)}:${i + 1}`] : [])),
    )
    expect(found).toEqual([])
  })
})
