// Arrow keys move between links that each take the focus: the handler belongs to the whole list.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions */
import './find.css'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLabels } from '../i18n/labels'
import type { ListRow } from '../resource/build-columns'
import { buildTitleParts } from '../resource/ResourceDetailView'
import { usePlantZone } from '../session/plant-zone'
import { useMenu, type Menu, loadRecentPages } from '../shell/use-menu'
import { buildRowAddress } from '../shell/row-address'
import { Dialog } from '../ui/Dialog'
import { SearchBar } from '../ui/SearchBar'
import { findCodeMatches, findRows, type CodeMatch, type ResourceMatches } from './find-rows'
import { toSearchText } from '@/contract/language'

/** Maximum number of pages offered. */
const MAX_PAGES = 6
/** Pause in typing, ms, before the server is asked. */
const TYPING_PAUSE_MS = 250
const MIN_LETTERS = 2

/**
 * Searches pages, rows and codes from anywhere. All results are links: arrow keys move between them, Enter opens the
 * first.
 */
export default function FindDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('client')
  const menu = useMenu()
  const [text, setText] = useState('')
  const searchText = text.trim()
  const { rows, codes: codeMatches, isBusy, isOffline } = useSearchResults(searchText)
  // Codes of rows that none of the person's pages displays are omitted.
  const codes = codeMatches.filter(({ resource, id }) => buildRowAddress(resource, { id }) !== null)
  const pages = searchText ? findPages(menu, searchText) : getRecentMenuPages(menu)
  const list = useRef<HTMLDivElement>(null)
  const getLinks = () => [...(list.current?.querySelectorAll('a') ?? [])]
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
        <SearchBar value={text} onChange={setText} label={t('find.hint')} />
        <div className="find-list" ref={list}>
          {codes.length > 0 && (
            <ResultSection title={t('find.code')}>
              <CodeList hits={codes} onClose={onClose} />
            </ResultSection>
          )}
          {pages.length > 0 && (
            <ResultSection title={t(searchText ? 'find.pages' : 'shell.recent')}>
              {pages.map((page) => (
                <ResultLinkRow key={page.url} to={page.url} onClose={onClose}>
                  {menu.title(page)}
                  <small>{page.trail.map(menu.title).join(' · ')}</small>
                </ResultLinkRow>
              ))}
            </ResultSection>
          )}
          {excludeCodeRows(rows, codes).map((result) => (
            <ResourceResultList key={result.resource.name} result={result} onClose={onClose} />
          ))}
          {hasNoResults && <p className="quiet">{t('find.nothing', { text: searchText })}</p>}
          <p className="quiet" role="status">
            {isBusy ? t('find.busy') : isOffline ? t('find.offline') : ''}
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
/** Number of referenced rows displayed with a row without a name, because a bare number does not identify it. */
const MAX_REFERENCES = 3
const getReferenceNames = (
  resource: ResourceMatches['resource'],
  row: ListRow,
  refs: ResourceMatches['refs'],
): string[] =>
  resource.filters
    .flatMap((name) => (resource.fields[name]?.kind === 'reference' ? [refs[String(row[name])] ?? []] : []).flat())
    .slice(0, MAX_REFERENCES)
function ResourceResultList({
  result: { resource, rows, refs },
  onClose,
}: {
  result: ResourceMatches
  onClose: () => void
}) {
  const labels = useLabels(resource.area)
  const zone = usePlantZone()
  return (
    <ResultSection title={labels.name(resource)}>
      {rows.map((row) => {
        const [name, ...otherTitleParts] = buildTitleParts(resource, row, refs, labels, zone)
        return (
          <ResultRow key={row.id} resource={resource.name} id={row.id} onClose={onClose}>
            {name}
            <small>
              {(otherTitleParts.length > 0 ? otherTitleParts : getReferenceNames(resource, row, refs)).join(' · ')}
            </small>
          </ResultRow>
        )
      })}
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

const findPages = (menu: Menu, text: string) =>
  menu.pages.filter((page) => toSearchText(menu.title(page)).includes(toSearchText(text))).slice(0, MAX_PAGES)
const getRecentMenuPages = (menu: Menu) =>
  loadRecentPages().flatMap((url) => menu.pages.find((page) => page.url === url) ?? [])

/** Searches phone and server; results arrive one by one. */
function useSearchResults(text: string): {
  rows: readonly ResourceMatches[]
  codes: readonly CodeMatch[]
  isBusy: boolean
  /** Only this phone's data was searched. */
  isOffline: boolean
} {
  const [results, setResults] = useState<{
    text: string
    rows: readonly ResourceMatches[]
    codes: readonly CodeMatch[]
    isBusy: boolean
    isOffline: boolean
  }>({ text: '', rows: [], codes: [], isBusy: false, isOffline: false })
  useEffect(() => {
    if (text.length < MIN_LETTERS) return
    const controller = new AbortController()
    const update = (getChange: (current: typeof results) => Partial<typeof results>) => {
      if (!controller.signal.aborted) setResults((current) => ({ ...current, ...getChange(current) }))
    }
    const timer = setTimeout(() => {
      setResults({ text, rows: [], codes: [], isBusy: true, isOffline: false })
      void Promise.all([
        findRows(text, controller.signal, (matches) => update(({ rows }) => ({ rows: [...rows, matches] }))).then(
          ({ offline }) => update(() => ({ isOffline: offline })),
        ),
        findCodeMatches(text).then((codes) => update(() => ({ codes }))),
      ]).finally(() => update(() => ({ isBusy: false })))
    }, TYPING_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text])
  return results.text === text || (results.isBusy && text.length >= MIN_LETTERS)
    ? results
    : { rows: [], codes: [], isBusy: text.length >= MIN_LETTERS, isOffline: false }
}
