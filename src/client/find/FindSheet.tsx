// Arrow keys move between links that each take the focus: the handler belongs to the whole list.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions */
import './find.css'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLabels } from '../i18n/labels'
import type { AnyRow } from '../resource/columns'
import { titleParts } from '../resource/ResourceDetail'
import { usePlantZone } from '../session/zone'
import { recentPages } from '../shell/recent'
import { rowAddress } from '../shell/row-address'
import { useMenu, type Menu } from '../shell/use-menu'
import { Sheet } from '../ui/Sheet'
import { findCode, findRows, type Found, type FoundRows } from './find-rows'
import { toSearchText } from '@/contract/search-text'

/** Maximum number of pages offered. */
const MOST_PAGES = 6
/** Pause in typing, ms, before the server is asked. */
const PAUSE = 250
const FROM = 2

/**
 * Searches pages, rows and codes from anywhere. All results are links: arrow keys move between them, Enter opens the
 * first.
 */
export default function FindSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('client')
  const menu = useMenu()
  const [text, setText] = useState('')
  const wanted = text.trim()
  const { rows, codes: hits, busy, offline } = useFound(wanted)
  // Codes of rows that none of the person's pages displays are omitted.
  const codes = hits.filter(({ resource, id }) => rowAddress(resource, { id }) !== null)
  const pages = wanted ? pagesLike(menu, wanted) : lastPages(menu)
  const list = useRef<HTMLDivElement>(null)
  const links = () => [...(list.current?.querySelectorAll('a') ?? [])]
  const onKeyDown = (event: KeyboardEvent) => {
    const all = links()
    const at = all.findIndex((one) => one === document.activeElement)
    if (event.key === 'Enter' && at < 0) all[0]?.click()
    else if (event.key === 'ArrowDown') all[Math.min(at + 1, all.length - 1)]?.focus()
    else if (event.key === 'ArrowUp' && at > 0) all[at - 1]?.focus()
    else return
    event.preventDefault()
  }
  const nothing = wanted !== '' && !busy && pages.length + rows.length + codes.length === 0
  return (
    <Sheet open onClose={onClose} title={t('find.title')}>
      <div className="find" onKeyDown={onKeyDown} role="search">
        <input
          type="search"
          className="ui-input"
          value={text}
          placeholder={t('find.hint')}
          aria-label={t('find.hint')}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="find-list" ref={list}>
          {codes.length > 0 && (
            <Group title={t('find.code')}>
              <Codes hits={codes} onClose={onClose} />
            </Group>
          )}
          {pages.length > 0 && (
            <Group title={t(wanted ? 'find.pages' : 'shell.recent')}>
              {pages.map((page) => (
                <Item key={page.url} to={page.url} onClose={onClose}>
                  {menu.title(page)}
                  <small>{page.trail.map(menu.title).join(' · ')}</small>
                </Item>
              ))}
            </Group>
          )}
          {others(rows, codes).map((found) => (
            <Rows key={found.of.name} found={found} onClose={onClose} />
          ))}
          {nothing && <p className="quiet">{t('find.nothing', { text: wanted })}</p>}
          <p className="quiet" role="status">
            {busy ? t('find.busy') : offline ? t('find.offline') : ''}
          </p>
        </div>
      </div>
    </Sheet>
  )
}

/** Rows of a code with their resource: a jumbo roll and the rolls cut from it may share digits. */
function Codes({ hits, onClose }: { hits: readonly Found[]; onClose: () => void }) {
  const labels = useLabels(...hits.flatMap(({ of }) => of?.area ?? []))
  return hits.map((hit) => (
    <Row key={`${hit.resource}:${hit.id}`} resource={hit.resource} id={hit.id} onClose={onClose}>
      {hit.label}
      {hit.of && <small>{labels.name(hit.of)}</small>}
    </Row>
  ))
}
/** Removes rows that the code results already contain. */
const others = (rows: readonly FoundRows[], codes: readonly Found[]): FoundRows[] =>
  rows.flatMap((found) => {
    const left = found.rows.filter(({ id }) => !codes.some((hit) => hit.resource === found.of.name && hit.id === id))
    return left.length > 0 ? [{ ...found, rows: left }] : []
  })
/** Referenced rows displayed for a row without a name: a bare number says nothing to the person searching. */
const MOST_ABOUT = 3
const aboutOf = (of: FoundRows['of'], row: AnyRow, refs: FoundRows['refs']): string[] =>
  of.filters
    .flatMap((name) => (of.fields[name]?.kind === 'reference' ? [refs[String(row[name])] ?? []] : []).flat())
    .slice(0, MOST_ABOUT)
function Rows({ found: { of, rows, refs }, onClose }: { found: FoundRows; onClose: () => void }) {
  const labels = useLabels(of.area)
  const zone = usePlantZone()
  return (
    <Group title={labels.name(of)}>
      {rows.map((row) => {
        const [name, ...more] = titleParts(of, row, refs, labels, zone)
        return (
          <Row key={row.id} resource={of.name} id={row.id} onClose={onClose}>
            {name}
            <small>{(more.length > 0 ? more : aboutOf(of, row, refs)).join(' · ')}</small>
          </Row>
        )
      })}
    </Group>
  )
}
function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}
function Row({
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
  const address = rowAddress(resource, { id })
  return address ? (
    <Item to={address} onClose={onClose}>
      {children}
    </Item>
  ) : null
}
function Item({ to, onClose, children }: { to: string; onClose: () => void; children: ReactNode }) {
  return (
    <li>
      <Link to={to} onClick={onClose}>
        {children}
      </Link>
    </li>
  )
}

const pagesLike = (menu: Menu, text: string) =>
  menu.pages.filter((page) => toSearchText(menu.title(page)).includes(toSearchText(text))).slice(0, MOST_PAGES)
const lastPages = (menu: Menu) => recentPages().flatMap((url) => menu.pages.find((page) => page.url === url) ?? [])

/** Searches phone and server; results arrive one by one. */
function useFound(text: string): {
  rows: readonly FoundRows[]
  codes: readonly Found[]
  busy: boolean
  /** Only this phone's data was searched. */
  offline: boolean
} {
  const [known, setKnown] = useState<{
    text: string
    rows: readonly FoundRows[]
    codes: readonly Found[]
    busy: boolean
    offline: boolean
  }>({ text: '', rows: [], codes: [], busy: false, offline: false })
  useEffect(() => {
    if (text.length < FROM) return
    const stop = new AbortController()
    const add = (more: (before: typeof known) => Partial<typeof known>) => {
      if (!stop.signal.aborted) setKnown((before) => ({ ...before, ...more(before) }))
    }
    const timer = setTimeout(() => {
      setKnown({ text, rows: [], codes: [], busy: true, offline: false })
      void Promise.all([
        findRows(text, stop.signal, (found) => add(({ rows }) => ({ rows: [...rows, found] }))).then(({ offline }) =>
          add(() => ({ offline })),
        ),
        findCode(text).then((codes) => add(() => ({ codes }))),
      ]).finally(() => add(() => ({ busy: false })))
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text])
  return known.text === text || (known.busy && text.length >= FROM)
    ? known
    : { rows: [], codes: [], busy: text.length >= FROM, offline: false }
}
