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

/** antd-mobile's list of links to other pages. */
export const LinkList = ({ children }: { children: ReactNode }) => <List className="ui-link-list">{children}</List>

/** A row of a `LinkList`; the whole row is the link. */
export const LinkRow = ({ address, label, icon: RowIcon, detail }: LinkRowProps) => (
  <List.Item prefix={RowIcon && <RowIcon size={20} />} extra={detail} arrow={<ForwardIcon size={20} />}>
    <Link to={address}>{label}</Link>
  </List.Item>
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
