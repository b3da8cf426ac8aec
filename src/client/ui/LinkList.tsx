import '../antd'
import './link-list.css'
import Grid from 'antd-mobile/es/components/grid'
import List from 'antd-mobile/es/components/list'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ForwardIcon, type Icon } from './icons'

export interface LinkRowProps {
  address: string
  label: string
  icon?: Icon
  /** At the end of the row or on the tile, e.g. a count. */
  detail?: ReactNode
}
interface LinkListRowProps {
  label: ReactNode
  /** Further details in small type below the label. */
  subtitle?: ReactNode
  icon?: Icon | undefined
  /** Instead of an icon, e.g. a number. */
  lead?: ReactNode
  /** At the end of the row: a state, a number or a day. */
  detail?: ReactNode
  /** The whole row is a link to this address or a button; without either it is plain text. */
  address?: string | null | undefined
  onOpen?: (() => void) | undefined
  isCurrent?: boolean
  disabled?: boolean
}

/** antd-mobile's list of rows to open. */
export const LinkList = ({ className, children }: { className?: string; children: ReactNode }) => (
  <List className={className ? `ui-link-list ${className}` : 'ui-link-list'}>
    <ul>{children}</ul>
  </List>
)

/** A `LinkListRow` that is always a link. */
export const LinkRow = ({ address, label, icon, detail }: LinkRowProps) => (
  <LinkListRow address={address} label={label} icon={icon} detail={detail} />
)

/** A row of a `LinkList`. */
export function LinkListRow({
  label,
  subtitle,
  icon: RowIcon,
  lead = RowIcon && <RowIcon size={20} />,
  detail,
  address,
  onOpen,
  isCurrent = false,
  disabled = false,
}: LinkListRowProps) {
  let opener = label
  if (address) opener = <Link to={address}>{label}</Link>
  else if (onOpen)
    opener = (
      <button type="button" disabled={disabled} onClick={onOpen}>
        {label}
      </button>
    )
  return (
    <li aria-current={isCurrent || undefined}>
      <List.Item
        prefix={lead}
        description={subtitle}
        extra={detail}
        arrow={address || onOpen ? <ForwardIcon size={20} /> : false}
      >
        {opener}
      </List.Item>
    </li>
  )
}

/** The heading of a card that leads to the page with all rows. */
export const LinkHeading = ({ address, children }: { address: string; children: ReactNode }) => (
  <List className="ui-link-list">
    <List.Item arrow={<ForwardIcon size={20} />}>
      <h2>
        <Link to={address}>{children}</Link>
      </h2>
    </List.Item>
  </List>
)

/** Links as tiles in antd-mobile's grid, as many beside each other as fit. */
export const LinkGrid = ({ items }: { items: readonly (LinkRowProps & { icon: Icon })[] }) => (
  <Grid className="ui-link-grid" columns={2} gap={8}>
    {items.map(({ address, label, icon: TileIcon, detail }) => (
      <Grid.Item key={address}>
        <Link to={address} className="ui-card">
          <TileIcon />
          <span>{label}</span>
        </Link>
        {detail}
      </Grid.Item>
    ))}
  </Grid>
)
