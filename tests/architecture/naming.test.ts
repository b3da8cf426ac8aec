import { execFileSync } from 'node:child_process'
import { basename, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSourceFiles, type Declared } from './declared-names'
import { allowed, ceilings, type Rule } from './naming-ceilings'
import { beginsWithVerb } from './verbs'

const files = readSourceFiles(['src', 'sw'])
const declared = files.flatMap((file) => file.declared)
const declaredInTests = readSourceFiles(['tests']).flatMap((file) => file.declared)
const describePlace = ({ file, line, name }: Declared) => `${file}:${line} ${name}`

/** Words that say nothing: a reader has to look up what they hold. Short scopes may use them. */
const VAGUE_NAMES = new Set(
  `after anew apart asked at before beside but by closes counted ends found given held joined judge judged kept known mark meanwhile
  most of once one own rest said shown singly some standing taken there told tried usual wanted within`.split(/\s+/),
)
const VAGUE_TYPES =
  /^(Asked|Carried|Counted|Doing|Found|Given|Held|Joined|Kept|Known|Of|One|Own|Said|Shown|Some|Step|Taken|Told|Wanted)$/
const VAGUE_CONSTANTS = /^(AT_MOST|BREATH|ENOUGH|FAR|FEW|LATE|LONG|MANY|MOST|OFTEN|OLD|SHORT|SOON|USUAL)$/
const VAGUE_MEMBERS = new Set('adds apart but closes ends hindered joins kept meanwhile opens singly told'.split(' '))
const VAGUE_FILES = new Set(
  `asked beside collect counted judge judged keep kept mark marks renew said shown take taken told tried wanted`.split(
    /\s+/,
  ),
)
/** Length of a scope in which a short name is visible together with its meaning, lines. */
const SHORT_SCOPE_LINES = 10
/** Functions that build schemas are nouns, as in other schema libraries. */
const SCHEMA_BUILDERS = new Set(['src/contract/field.ts', 'src/contract/endpoint.ts', 'src/contract/resource.ts'])
/** The names of the SQL tag and of its placeholder functions. */
const SQL_WORDS = new Set(['sql', 'columns', 'columnsOrNull', 'columnsNotNull', 'options', 'limit', 'computed'])

const offences: Readonly<Record<Rule, () => string[]>> = {
  'exported functions without a verb': () =>
    declared
      .filter(
        ({ file, name, kind, exported, top }) =>
          kind === 'function' &&
          exported &&
          top &&
          !/^[A-Z]/.test(name) &&
          !beginsWithVerb(name) &&
          !SCHEMA_BUILDERS.has(file) &&
          !SQL_WORDS.has(name),
      )
      .map(describePlace),
  'functions that end in Of': () =>
    declared.filter(({ kind, name }) => kind === 'function' && /[a-z]Of$/.test(name)).map(describePlace),
  'names exported by several files': () => {
    const filesByName = new Map<string, Set<string>>()
    for (const { name, file, exported, top } of declared)
      if (exported && top) filesByName.set(name, (filesByName.get(name) ?? new Set()).add(file))
    return [...filesByName].flatMap(([name, places]) =>
      places.size > 1 && !allowed.exports.has(name) ? [`${name}: ${[...places].join(', ')}`] : [],
    )
  },
  'vague names': () =>
    [...declared, ...declaredInTests]
      .filter(
        ({ kind, name, scopeLines }) =>
          kind !== 'member' && kind !== 'type' && VAGUE_NAMES.has(name) && scopeLines > SHORT_SCOPE_LINES,
      )
      .map(describePlace),
  'vague types': () =>
    declared.filter(({ kind, name }) => kind === 'type' && VAGUE_TYPES.test(name)).map(describePlace),
  'vague constants': () => declared.filter(({ name }) => VAGUE_CONSTANTS.test(name)).map(describePlace),
  'vague options': () =>
    declared
      .filter(({ kind, name }) => kind === 'member' && VAGUE_MEMBERS.has(name) && !allowed.members.has(name))
      .map(describePlace),
  'vague file names': () =>
    files.map(({ file }) => file).filter((file) => VAGUE_FILES.has(basename(file).replace(/\.tsx?$/, ''))),
  'long comments': () =>
    files.flatMap(({ file, comments }) =>
      comments.filter(({ lines }) => lines > 3).map(({ line, lines }) => `${file}:${line} ${lines} lines`),
    ),
  // Each area has three index files, which are short by nature.
  'files of 40 lines or fewer': () =>
    files
      .filter(({ file, text }) => text.split('\n').length - 1 <= 40 && !/areas\/\w+\/\w+\/index\.ts$/.test(file))
      .map(({ file }) => file),
}

describe('names and comments', () => {
  // A new rule starts with the current number of offences. Lower a ceiling when the number falls; never raise it.
  test.each(Object.entries(ceilings))('%s: %i', (rule, ceiling) => {
    const found = offences[rule as Rule]()
    if (process.env['LIST'] === rule) process.stdout.write(`${found.join('\n')}\n`)
    expect(found.slice(0, found.length > ceiling ? undefined : 0)).toEqual([])
    expect(found.length).toBeLessThanOrEqual(ceiling)
  })
})

/** The last commit before subjects were checked. */
const UNCHECKED_UNTIL = '1052420061fd538ad5da44736f64e97fa570b3e8'
test('commit subjects are short, start with their area, and use plain verbs', () => {
  const root = resolve(import.meta.dirname, '../..')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  // A copy without git history has no subjects to check.
  if (!hasCommit(git)) return
  const subjects = git('log', '--no-merges', '--format=%s', `${UNCHECKED_UNTIL}..HEAD`)
    .trim()
    .split('\n')
    .filter(Boolean)
  expect(
    subjects.filter((subject) => !/^[a-z][\w, -]*: (?!say |let |tell )\S/i.test(subject) || subject.length > 72),
  ).toEqual([])
})
function hasCommit(git: (...args: string[]) => string): boolean {
  try {
    return git('cat-file', '-t', UNCHECKED_UNTIL).trim() === 'commit'
  } catch {
    return false
  }
}
