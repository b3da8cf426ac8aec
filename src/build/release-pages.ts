/** Pages of a release. They are written for the folders of a checkout, and some files of a checkout are not in a release. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/** Targets of relative links of a Markdown page, without their anchors. */
const RELATIVE_LINK = /\]\((?!\w+:|#)([^)#\s]+)/g

/** Writes the installation as README of a release, then checks the links of all its pages. */
export function writeReleasePages(root: string, stage: string): void {
  const installationPage = readFileSync(join(root, 'src/docs/installation.md'), 'utf8')
  writeFileSync(join(stage, 'README.md'), rebaseLinks(installationPage, 'src/docs', ''))
  assertLinksValid(stage)
}

/**
 * Rewrites the relative links of a Markdown page for the folder that the page is copied to.
 * @param fromFolder folder of the page, relative to the root, such as `src/docs`
 * @param toFolder folder of the copy; empty for the root
 */
export const rebaseLinks = (page: string, fromFolder: string, toFolder: string): string =>
  page.replaceAll(RELATIVE_LINK, (_link, target: string) => {
    const path = posix.relative(toFolder, posix.join(fromFolder, target))
    return `](${path}`
  })

/** Returns the targets of the relative links of a Markdown page, without anchors. */
export const listLinkTargets = (page: string): string[] =>
  [...page.matchAll(RELATIVE_LINK)].map(([, target]) => target!)

/** @throws if a page of the release links to a file that is not in it */
function assertLinksValid(stage: string): void {
  const brokenLinks = listPages(stage).flatMap((page) =>
    listLinkTargets(readFileSync(join(stage, page), 'utf8'))
      .filter((target) => !existsSync(join(stage, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  )
  if (brokenLinks.length > 0) throw new Error(`Links that lead nowhere in a release: ${brokenLinks.join(', ')}`)
}
const listPages = (stage: string): string[] => {
  const sourcePages = readdirSync(join(stage, 'src'), { recursive: true, encoding: 'utf8' })
  return ['README.md', 'CHANGELOG.md', ...sourcePages.map((name) => `src/${name}`)].filter((name) =>
    name.endsWith('.md'),
  )
}
