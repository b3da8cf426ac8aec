import { useCallback, useMemo, useState } from 'react'
import type { Column } from './columns'
import { recordTrouble } from '../trouble'

type Choice = Record<string, boolean>

function read(key: string | undefined): Choice {
  if (!key) return {}
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`columns/${key}`) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter(([, shown]) => typeof shown === 'boolean'))
  } catch (error) {
    recordTrouble(`column choice not readable: ${key}`, error)
    return {}
  }
}

function write(key: string | undefined, choice: Choice): void {
  if (!key) return
  try {
    localStorage.setItem(`columns/${key}`, JSON.stringify(choice))
  } catch (error) {
    recordTrouble(`column choice not remembered: ${key}`, error)
  }
}

export type ColumnChoice = {
  /** Shown or not, by column id. The first column always is. */
  visibility: Choice
  set: (id: string, shown: boolean) => void
  reset: () => void
}

/** A person's choice of columns over the defaults of the list, remembered under `key`. */
export function useColumnChoice<Row>(columns: readonly Column<Row>[], key: string | undefined): ColumnChoice {
  const [held, setHeld] = useState(() => ({ key, choice: read(key) }))
  const choice = useMemo(() => (held.key === key ? held.choice : read(key)), [held, key])
  const visibility = useMemo(
    () =>
      Object.fromEntries(
        columns.map((column, index) => [column.id, index === 0 || (choice[column.id] ?? !column.hidden)]),
      ),
    [columns, choice],
  )
  const change = useCallback(
    (next: Choice) => {
      write(key, next)
      setHeld({ key, choice: next })
    },
    [key],
  )
  return { visibility, set: (id, shown) => change({ ...choice, [id]: shown }), reset: () => change({}) }
}
