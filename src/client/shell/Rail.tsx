import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { isMachinePage } from '../area-registry'
import { Button } from '../ui/Button'
import { DownIcon, ForwardIcon, MenuIcon, PersonIcon, ScanIcon, TodayIcon, type Icon } from '../ui/icons'
import { useFavouritePages, useGroupFold } from './favourite-pages'
import { normalizeUrl, type MenuEntry, type PageRoute } from './menu-tree'
import { getPageIcon } from './page-icons'
import { useRailFold } from './use-rail-fold'
import { findPageAt, loadRecentPages, type Menu } from './use-menu'

/**
 * Menu tree on the left of wide screens, with the group of the current page open. It folds into icons, and on machine
 * pages into a button.
 */
export default function Rail({ menu }: { menu: Menu }) {
  const { t } = useTranslation('client')
  const { pathname } = useLocation()
  const page = findPageAt(menu.pages, pathname)
  const isMachine = page !== null && isMachinePage(page.name)
  const { isFolded, toggleFold } = useRailFold(isMachine, pathname)
  /** Group whose icon opened the rail. */
  const [openedGroup, setOpenedGroup] = useState<string | null>(null)
  const tree = useRef<HTMLDivElement>(null)
  // The current page may be far down in the tree.
  useEffect(() => {
    tree.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the page is read from the DOM
  }, [page, isFolded])
  const foldButton = (
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
  if (isFolded && !isMachine)
    return (
      <nav className="rail is-icons" aria-label={t('shell.menu')}>
        {foldButton}
        <RailIcons
          menu={menu}
          page={page}
          onOpenGroup={(name) => {
            setOpenedGroup(name)
            toggleFold()
          }}
        />
      </nav>
    )
  if (isFolded)
    return (
      <nav className="rail is-folded is-machine" aria-label={t('shell.menu')}>
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
        <RailShortcuts menu={menu} />
        <RailLevel entries={menu.entries} menu={menu} openedGroup={openedGroup} />
      </div>
      <NavLink to="/me" className="rail-me">
        <PersonIcon size={20} />
        {t('shell.bar.me')}
      </NavLink>
    </nav>
  )
}

const MAX_RECENT_LINKS = 3
/** The starred pages and the last ones opened. */
function RailShortcuts({ menu }: { menu: Menu }) {
  const { t } = useTranslation('client')
  const { pathname } = useLocation()
  const [favouriteUrls] = useFavouritePages()
  const findPages = (urls: readonly string[]) =>
    urls.flatMap((url) => menu.pages.find((page) => page.url === url) ?? [])
  const recentUrls = loadRecentPages().filter((url) => url !== pathname && !favouriteUrls.includes(url))
  const groups = [
    { title: t('shell.favourites'), pages: findPages(favouriteUrls) },
    { title: t('shell.recent'), pages: findPages(recentUrls).slice(0, MAX_RECENT_LINKS) },
  ]
  return groups.map(
    ({ title, pages }) =>
      pages.length > 0 && (
        <ul key={title} aria-label={title} className="rail-shortcuts">
          {pages.map((page) => {
            const PageIcon = getPageIcon(page.name)
            return (
              <li key={page.url}>
                <Link to={page.url}>
                  <PageIcon size={20} />
                  {menu.getTitle(page)}
                </Link>
              </li>
            )
          })}
        </ul>
      ),
  )
}

/** The folded rail: today, scanning, one icon for each group, and the person. */
function RailIcons({
  menu,
  page,
  onOpenGroup,
}: {
  menu: Menu
  page: PageRoute | null
  onOpenGroup: (name: string) => void
}) {
  const { t } = useTranslation('client')
  const groups = menu.entries.filter((entry) => entry.kind === 'group')
  return (
    <>
      <RailIconLink address="/home" icon={TodayIcon} label={t('shell.bar.today')} />
      <RailIconLink address="/scan" icon={ScanIcon} label={t('shell.bar.scan')} />
      <ul className="rail-tree">
        {groups.map((group) => {
          const GroupIcon = getPageIcon(findFirstPageName(group.entries) ?? '')
          const containsPage = page?.trail.some(({ name }) => name === group.node.name) ?? false
          const title = menu.getTitle(group.node)
          return (
            <li key={group.node.id}>
              <button
                type="button"
                className={containsPage ? 'active' : undefined}
                aria-label={title}
                title={title}
                onClick={() => onOpenGroup(group.node.name)}
              >
                <GroupIcon size={24} />
              </button>
            </li>
          )
        })}
      </ul>
      <RailIconLink address="/me" icon={PersonIcon} label={t('shell.bar.me')} />
    </>
  )
}
const RailIconLink = ({ address, icon: LinkIcon, label }: { address: string; icon: Icon; label: string }) => (
  <NavLink to={address} aria-label={label} title={label}>
    <LinkIcon size={24} />
  </NavLink>
)
/** Returns the name of the first page of a group, at any depth. */
function findFirstPageName(entries: readonly MenuEntry[]): string | null {
  for (const entry of entries) {
    const name = entry.kind === 'page' ? entry.node.name : findFirstPageName(entry.entries)
    if (name) return name
  }
  return null
}

function RailLevel({
  entries,
  menu,
  openedGroup = null,
}: {
  entries: readonly MenuEntry[]
  menu: Menu
  openedGroup?: string | null
}) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.node.id}>
          {entry.kind === 'page' ? (
            <NavLink to={normalizeUrl(entry.node.url)}>{menu.getTitle(entry.node)}</NavLink>
          ) : (
            <RailGroup entry={entry} menu={menu} wasOpenedByIcon={entry.node.name === openedGroup} />
          )}
        </li>
      ))}
    </ul>
  )
}

function RailGroup({
  entry,
  menu,
  wasOpenedByIcon,
}: {
  entry: Extract<MenuEntry, { kind: 'group' }>
  menu: Menu
  /** True if the person opened the rail with the icon of this group. */
  wasOpenedByIcon: boolean
}) {
  const { pathname } = useLocation()
  const containsPage = findPageAt(menu.pages, pathname)?.trail.some((group) => group.name === entry.node.name) ?? false
  const [isOpen, toggle] = useGroupFold(entry.node.name, containsPage || wasOpenedByIcon)
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? <DownIcon size={20} /> : <ForwardIcon size={20} />}
        {menu.getTitle(entry.node)}
      </button>
      {isOpen && <RailLevel entries={entry.entries} menu={menu} />}
    </>
  )
}
