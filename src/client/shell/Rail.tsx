import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router-dom'
import { isMachinePage } from '../area-registry'
import { Button } from '../ui/Button'
import { DownIcon, ForwardIcon, MenuIcon, PersonIcon, ScanIcon, TodayIcon } from '../ui/icons'
import { normalizeUrl, type MenuEntry } from './menu-tree'
import { useRailFold } from './use-rail-fold'
import { findPageAt, type Menu } from './use-menu'

/**
 * Menu tree on the left of wide screens, with the group of the current page open. On tablets and on machine pages it
 * folds into a button.
 */
export default function Rail({ menu }: { menu: Menu }) {
  const { t } = useTranslation('client')
  const { pathname } = useLocation()
  const page = findPageAt(menu.pages, pathname)
  const isMachine = page !== null && isMachinePage(page.name)
  const { isFolded, canFold, toggleFold } = useRailFold(isMachine, pathname)
  const tree = useRef<HTMLDivElement>(null)
  // The current page may be far down in the tree.
  useEffect(() => {
    tree.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the page is read from the DOM
  }, [page, isFolded])
  const foldButton = canFold && (
    <Button
      look="quiet"
      className="rail-fold"
      icon={<MenuIcon size={24} />}
      aria-expanded={!isFolded}
      aria-label={t(isFolded ? 'shell.openMenu' : 'shell.foldMenu')}
      title={t(isFolded ? 'shell.openMenu' : 'shell.foldMenu')}
      onClick={toggleFold}
    />
  )
  if (isFolded)
    return (
      <nav className={`rail is-folded${isMachine ? ' is-machine' : ''}`} aria-label={t('shell.menu')}>
        {foldButton}
        {/* Scanning is frequent at machines, so it stays one tap away. */}
        <NavLink to="/scan">
          <ScanIcon size={20} />
          {t('shell.bar.scan')}
        </NavLink>
      </nav>
    )
  return (
    <nav className="rail" aria-label={t('shell.menu')}>
      <p className="rail-name">
        {t('app.short')}
        {foldButton}
      </p>
      <div className="rail-tree" ref={tree}>
        <NavLink to="/home">
          <TodayIcon size={20} />
          {t('shell.bar.today')}
        </NavLink>
        <NavLink to="/scan">
          <ScanIcon size={20} />
          {t('shell.bar.scan')}
        </NavLink>
        <RailLevel entries={menu.entries} menu={menu} />
      </div>
      <NavLink to="/me" className="rail-me">
        <PersonIcon size={20} />
        {t('shell.bar.me')}
      </NavLink>
    </nav>
  )
}

function RailLevel({ entries, menu }: { entries: readonly MenuEntry[]; menu: Menu }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.node.id}>
          {entry.kind === 'page' ? (
            <NavLink to={normalizeUrl(entry.node.url)}>{menu.title(entry.node)}</NavLink>
          ) : (
            <RailGroup entry={entry} menu={menu} />
          )}
        </li>
      ))}
    </ul>
  )
}

function RailGroup({ entry, menu }: { entry: Extract<MenuEntry, { kind: 'group' }>; menu: Menu }) {
  const { pathname } = useLocation()
  const containsPage = findPageAt(menu.pages, pathname)?.trail.some((group) => group.name === entry.node.name) ?? false
  const [isOpenByChoice, setIsOpenByChoice] = useState<boolean | null>(null)
  const isOpen = isOpenByChoice ?? containsPage
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpenByChoice(!isOpen)}>
        {isOpen ? <DownIcon size={20} /> : <ForwardIcon size={20} />}
        {menu.title(entry.node)}
      </button>
      {isOpen && <RailLevel entries={entry.entries} menu={menu} />}
    </>
  )
}
