/** The two bars of the app on phones: the navigation bar of the page at the top, the tab bar at the bottom. */
import '../antd'
import AdmNavBar from 'antd-mobile/es/components/nav-bar'
import AdmTabBar from 'antd-mobile/es/components/tab-bar'
import { createContext, useLayoutEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router-dom'
import { CountBadge } from './StateBadge'
import type { Icon } from './icons'

/**
 * Element at the top of a phone's screen into which the open page renders its navigation bar. Null on wider screens and
 * for pages nested in another page.
 */
export const NavBarSlotContext = createContext<HTMLElement | null>(null)

export interface NavBarProps {
  title: string
  subtitle?: ReactNode
  /** Button that leads back. */
  back?: ReactNode
  /** Actions beside the title. */
  tools?: ReactNode
}

/** Title, back button and tools of a page in antd-mobile's navigation bar, displayed in the slot of the shell. */
export function NavBar({ slot, ...bar }: NavBarProps & { slot: HTMLElement }) {
  return createPortal(<NavBarContent {...bar} />, slot)
}
function NavBarContent({ title, subtitle, back, tools }: NavBarProps) {
  const barRef = useRef<HTMLDivElement>(null)
  // antd-mobile gives the left side the role button, although it is empty or contains the real back button.
  useLayoutEffect(() => barRef.current?.querySelector('.adm-nav-bar-left')?.removeAttribute('role'))
  return (
    <div ref={barRef} className="ui-nav-bar">
      <AdmNavBar back={null} backIcon={false} left={back} right={tools}>
        <h1>{title}</h1>
        {subtitle && <p>{subtitle}</p>}
      </AdmNavBar>
    </div>
  )
}

export interface TabBarItem {
  address: string
  label: string
  icon: Icon
  /** The raised button in the middle. */
  isMain?: boolean
  /** Number of pending things, and its text for screen readers. */
  pending?: { count: number; label: string }
}

/** antd-mobile's tab bar at the bottom of a phone. Its items are links, so that they have addresses and focus. */
export function TabBar({ items }: { items: readonly TabBarItem[] }) {
  const { t } = useTranslation('client')
  const { pathname } = useLocation()
  const currentItem = items.find(({ address }) => pathname === address || pathname.startsWith(`${address}/`))
  return (
    <nav className="bar" aria-label={t('shell.places')}>
      <AdmTabBar activeKey={currentItem?.address ?? null}>
        {items.map(({ address, label, icon: ItemIcon, isMain, pending }) => (
          <AdmTabBar.Item
            key={address}
            className={isMain ? 'bar-main' : ''}
            title={
              <NavLink to={address}>
                {pending ? (
                  <CountBadge {...pending}>
                    <ItemIcon />
                  </CountBadge>
                ) : (
                  <ItemIcon />
                )}
                <span>{label}</span>
              </NavLink>
            }
          />
        ))}
      </AdmTabBar>
    </nav>
  )
}
