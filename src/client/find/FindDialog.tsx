// Arrow keys move between links that each take the focus: the handler belongs to the whole list.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions */
import './find.css'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLabels } from '../i18n/labels'
import { useMenu, type Menu, loadRecentPages } from '../shell/use-menu'
import { buildRowAddress } from '../shell/row-address'
import { Dialog } from '../ui/Dialog'
import { SearchBar } from '../ui/SearchBar'
import {
  findCodeMatchesOnPhone,
  findMatches,
  type CodeMatch,
  type ResourceMatches,
  type SearchResults,
} from './find-rows'
import { pageSynonyms } from './page-synonyms'
import { recordTrouble } from '../ui/trouble'
import type { PageName } from '@/contract/menu'
import { toSearchText } from '@/contract/language'

/** Maximum number of pages offered. */
const MAX_PAGES = 6
/** Pause in typing, ms, before the server is asked. */
const TYPING_PAUSE_MS = 120
/** Minimum length of a text that rows and codes are searched for. */
const MIN_LETTERS = 2

interface FindDialogProps {
  /** The button keeps the text, because people type before the dialog is loaded. */
  text: string
  onChange: (text: string) => void
  onClose: () => void
}
/**
 * Searches pages, rows and codes from anywhere. All results are links: arrow keys move between them, Enter opens the
 * first.
 */
export default function FindDialog({ text, onChange, onClose }: FindDialogProps) {
  const { t } = useTranslation('client')
  const menu = useMenu()
  const searchText = text.trim()
  const { rows, codes: codeMatches, isBusy, isOffline } = useSearchResults(searchText)
  // Codes of rows that none of the person's pages displays are omitted.
  const codes = codeMatches.filter(({ resource, id }) => buildRowAddress(resource, { id }) !== null)
  const pages = searchText ? findPages(menu, searchText) : getRecentMenuPages(menu)
  const listRef = useRef<HTMLDivElement>(null)
  const getLinks = () => [...(listRef.current?.querySelectorAll('a') ?? [])]
  const onKeyDown = (event: KeyboardEvent) => {
    const allLinks = getLinks()
    const focusedIndex = allLinks.findIndex((link) => link === document.activeElement)
    if (event.key === 'Enter' && focusedIndex < 0) allLinks[0]?.click()
    else if (event.key === 'ArrowDown') allLinks[Math.min(focusedIndex + 1, allLinks.length - 1)]?.focus()
    else if (event.key === 'ArrowUp' && focusedIndex > 0) allLinks[focusedIndex - 1]?.focus()
    else return
    event.preventDefault()
  }
  const hasNoResults = searchText !== '' && !isBusy && pages.length + rows.length + codes.length === 0
  return (
    <Dialog open onClose={onClose} title={t('find.title')}>
      <div className="find stack gap-3" onKeyDown={onKeyDown} role="search">
        <SearchBar value={text} onChange={onChange} label={t('find.hint')} />
        <div className="find-list" ref={listRef}>
          {codes.length > 0 && (
            <ResultSection title={t('find.code')}>
              <CodeList hits={codes} onClose={onClose} />
            </ResultSection>
          )}
          {pages.length > 0 && (
            <ResultSection title={t(searchText ? 'find.pages' : 'shell.recent')}>
              {pages.map((page) => (
                <ResultLinkRow key={page.url} to={page.url} onClose={onClose}>
                  {menu.getTitle(page)}
                  <small>{page.trail.map(menu.getTitle).join(' · ')}</small>
                </ResultLinkRow>
              ))}
            </ResultSection>
          )}
          {excludeCodeRows(rows, codes).map((result) => (
            <ResourceResultList key={result.resource.name} result={result} onClose={onClose} />
          ))}
          {hasNoResults && <p className="quiet">{t('find.nothing', { text: searchText })}</p>}
          <p className="quiet" role="status">
            {isBusy ? t('find.busy') : isOffline && t('find.offline')}
          </p>
        </div>
      </div>
    </Dialog>
  )
}

/** Rows of a code with their resource: a jumbo roll and the rolls cut from it may share digits. */
function CodeList({ hits, onClose }: { hits: readonly CodeMatch[]; onClose: () => void }) {
  const labels = useLabels(...hits.flatMap(({ definition }) => definition?.area ?? []))
  return hits.map((hit) => (
    <ResultRow key={`${hit.resource}:${hit.id}`} resource={hit.resource} id={hit.id} onClose={onClose}>
      {hit.label}
      {hit.definition && <small>{labels.name(hit.definition)}</small>}
    </ResultRow>
  ))
}
/** Removes rows that the code results already contain. */
const excludeCodeRows = (rows: readonly ResourceMatches[], codes: readonly CodeMatch[]): ResourceMatches[] =>
  rows.flatMap((result) => {
    const remainingRows = result.rows.filter(
      ({ id }) => !codes.some((hit) => hit.resource === result.resource.name && hit.id === id),
    )
    return remainingRows.length > 0 ? [{ ...result, rows: remainingRows }] : []
  })
function ResourceResultList({ result: { resource, rows }, onClose }: { result: ResourceMatches; onClose: () => void }) {
  const labels = useLabels(resource.area)
  return (
    <ResultSection title={labels.name(resource)}>
      {rows.map(({ id, label, details }) => (
        <ResultRow key={id} resource={resource.name} id={id} onClose={onClose}>
          {label}
          <small>{details.join(' · ')}</small>
        </ResultRow>
      ))}
    </ResultSection>
  )
}
function ResultSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}
function ResultRow({
  resource,
  id,
  onClose,
  children,
}: {
  resource: string
  id: string
  onClose: () => void
  children: ReactNode
}) {
  const address = buildRowAddress(resource, { id })
  return address ? (
    <ResultLinkRow to={address} onClose={onClose}>
      {children}
    </ResultLinkRow>
  ) : null
}
function ResultLinkRow({ to, onClose, children }: { to: string; onClose: () => void; children: ReactNode }) {
  return (
    <li>
      <Link to={to} onClick={onClose}>
        {children}
      </Link>
    </li>
  )
}

/** Finds pages by their title, then by the words of `pageSynonyms`, which describe their content. */
function findPages(menu: Menu, text: string) {
  const searchText = toSearchText(text)
  /** 0 or 1: the title begins with the text, or contains it; 2 or 3: a synonym does. */
  const getRank = (page: Menu['pages'][number]): number => {
    const title = toSearchText(menu.getTitle(page))
    if (title.includes(searchText)) return title.startsWith(searchText) ? 0 : 1
    const words = toSearchText(pageSynonyms[page.name as PageName] ?? '').split(/[,;] /)
    if (words.some((word) => word.startsWith(searchText))) return 2
    return words.some((word) => word.includes(searchText) && searchText.length >= MIN_LETTERS) ? 3 : NO_MATCH
  }
  return menu.pages
    .map((page) => ({ page, rank: getRank(page) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ page }) => page)
    .slice(0, MAX_PAGES)
}
const NO_MATCH = 4
const getRecentMenuPages = (menu: Menu) =>
  loadRecentPages().flatMap((url) => menu.pages.find((page) => page.url === url) ?? [])

const NO_RESULTS: SearchResults = { rows: [], codes: [], isOffline: false }
/** Searches phone and server. Results of the phone are displayed while the server is asked. */
function useSearchResults(text: string): SearchResults & { isBusy: boolean } {
  const [results, setResults] = useState<SearchResults & { text: string; isBusy: boolean }>({
    ...NO_RESULTS,
    text: '',
    isBusy: false,
  })
  useEffect(() => {
    if (text.length < MIN_LETTERS) return
    const controller = new AbortController()
    const update = (change: Partial<typeof results>) => {
      if (!controller.signal.aborted) setResults((current) => ({ ...current, ...change }))
    }
    const timer = setTimeout(() => {
      setResults({ ...NO_RESULTS, text, isBusy: true })
      const phoneCodes = findCodeMatchesOnPhone(text)
      void phoneCodes.then((codes) => update({ codes }))
      void findMatches(text, controller.signal)
        .then(async (found) => {
          const localCodes = await phoneCodes
          update({ ...found, codes: localCodes.length > 0 ? localCodes : found.codes })
        })
        .catch((error: unknown) => {
          if (!controller.signal.aborted) recordTrouble('not searched', error)
        })
        .finally(() => update({ isBusy: false }))
    }, TYPING_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text])
  // While a search is running, the results of the previous text stay.
  return results.text === text || (results.isBusy && text.length >= MIN_LETTERS)
    ? results
    : { ...NO_RESULTS, isBusy: text.length >= MIN_LETTERS }
}
