import { useMemo, type ReactNode } from 'react'
import { ResourcePage, type PageParts } from '@/client/resource/ResourcePage'
import { material } from '../../contract/material'

const COLUMNS = ['code', 'name', 'kind', 'supplier', 'supplierGrade', 'minimumKg', 'active', 'note'] as const

/** 物料: list of the materials that can be fed. */
export function MaterialList({ title, viewTabs }: { title: string; viewTabs: ReactNode }) {
  const parts = useMemo((): PageParts => ({ title, above: viewTabs }), [title, viewTabs])
  return <ResourcePage of={material} columns={COLUMNS} parts={parts} />
}
