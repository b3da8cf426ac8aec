// ARIA roles express the tree; its rows are rendered as a flat list, one line each.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { CheckIcon, DownIcon, ForwardIcon, LockIcon, MinusIcon } from '@/client/ui/icons'
import type { Check } from '../rules/authority'
import { toSearchText } from '@/contract/search-text'

/** One node of a tree. */
export interface Branch {
  id: string
  label: string
  children: readonly Branch[]
  /** How much of the node is checked; undefined in a tree without checkboxes. */
  check?: Check
  /** The checkbox cannot be changed. */
  locked?: boolean
  /** Highlighted as changed and unsaved. */
  changed?: boolean
  /** Content at the end of the row. */
  aside?: ReactNode
}
export interface TreeViewProps {
  /** Accessible name of the tree. */
  label: string
  branches: readonly Branch[]
  open: ReadonlySet<string>
  onOpen: (id: string, open: boolean) => void
  /** Toggles a node's checkbox: Space, a tap on the box, or a tap on the row of a leaf. */
  onCheck?: (id: string) => void
  /** Opens the detail of a node: Enter or a tap on its row. Without it a tap expands or collapses the node. */
  onPick?: (id: string) => void
  picked?: string | null
}
interface Line {
  branch: Branch
  level: number
  position: number
  of: number
  parent: string | null
}

const linesOf = (
  branches: readonly Branch[],
  open: ReadonlySet<string>,
  level = 1,
  parent: string | null = null,
): Line[] =>
  branches.flatMap((branch, index): Line[] => [
    { branch, level, position: index + 1, of: branches.length, parent },
    ...(open.has(branch.id) ? linesOf(branch.children, open, level + 1, branch.id) : []),
  ])
const marks = { all: CheckIcon, some: MinusIcon, none: null } as const
const spoken = { all: true, some: 'mixed', none: false } as const

/** A tree for touch and keyboard (arrows, Home, End, Space, Enter, first letters), by the ARIA authoring practices. */
export function TreeView({ label, branches, open, onOpen, onCheck, onPick, picked }: TreeViewProps) {
  const base = useId()
  const lines = useMemo(() => linesOf(branches, open), [branches, open])
  const [active, setActive] = useState<string | null>(null)
  const box = useRef<HTMLUListElement>(null)
  const at = Math.max(
    0,
    lines.findIndex((line) => line.branch.id === (active ?? picked)),
  )
  const moveTo = (line: Line | undefined) => {
    if (!line) return
    setActive(line.branch.id)
    box.current?.querySelector<HTMLElement>(`#${CSS.escape(base + line.branch.id)}`)?.focus()
  }
  const act = (branch: Branch) => {
    if (onPick) onPick(branch.id)
    else if (branch.children.length > 0) onOpen(branch.id, !open.has(branch.id))
    else onCheck?.(branch.id)
  }
  function press(event: KeyboardEvent) {
    const line = lines[at]
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return
    const { branch, parent } = line
    const opened = open.has(branch.id)
    const moves: Record<string, () => void> = {
      ArrowDown: () => moveTo(lines[at + 1]),
      ArrowUp: () => moveTo(lines[at - 1]),
      Home: () => moveTo(lines[0]),
      End: () => moveTo(lines.at(-1)),
      ArrowRight: () => {
        if (branch.children.length > 0) {
          if (opened) moveTo(lines[at + 1])
          else onOpen(branch.id, true)
        }
      },
      ArrowLeft: () => {
        if (opened && branch.children.length > 0) onOpen(branch.id, false)
        else moveTo(lines.find((one) => one.branch.id === parent))
      },
      ' ': () => {
        if (branch.check === undefined) act(branch)
        else onCheck?.(branch.id)
      },
      Enter: () => act(branch),
    }
    const move = moves[event.key]
    if (move) {
      event.preventDefault()
      move()
    } else if (event.key.length === 1) {
      const begins = (one: Line) => toSearchText(one.branch.label).startsWith(toSearchText(event.key))
      moveTo([...lines.slice(at + 1), ...lines.slice(0, at)].find(begins))
    }
  }
  return (
    <ul ref={box} role="tree" aria-label={label} className="ac-tree">
      {lines.map((line, index) => (
        <TreeLine
          key={line.branch.id}
          line={line}
          id={base + line.branch.id}
          opened={open.has(line.branch.id)}
          tabbable={index === at}
          picked={picked === line.branch.id}
          checkable={onCheck !== undefined}
          onFocus={() => setActive(line.branch.id)}
          onPress={press}
          onAct={() => act(line.branch)}
          onToggle={() => onOpen(line.branch.id, !open.has(line.branch.id))}
          onCheck={() => onCheck?.(line.branch.id)}
        />
      ))}
    </ul>
  )
}

function TreeLine({
  line,
  id,
  opened,
  tabbable,
  picked,
  checkable,
  onFocus,
  onPress,
  onAct,
  onToggle,
  onCheck,
}: {
  line: Line
  id: string
  opened: boolean
  tabbable: boolean
  picked: boolean
  checkable: boolean
  onFocus: () => void
  onPress: (event: KeyboardEvent) => void
  onAct: () => void
  onToggle: () => void
  onCheck: () => void
}) {
  const { branch, level, position, of } = line
  const parent = branch.children.length > 0
  const Mark = branch.check && marks[branch.check]
  // The parts of a row are touch targets only; keyboard and screen readers use the row itself.
  const part = (does: () => void) => (event: { stopPropagation: () => void }) => {
    event.stopPropagation()
    does()
  }
  return (
    <li
      id={id}
      role="treeitem"
      tabIndex={tabbable ? 0 : -1}
      className={`ac-line${picked ? ' is-picked' : ''}${branch.changed ? ' is-changed' : ''}`}
      style={{ paddingInlineStart: `calc(${level - 1} * min(1.25rem, 20px))` }}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={of}
      aria-expanded={parent ? opened : undefined}
      aria-selected={picked}
      aria-disabled={branch.locked === true && branch.check !== undefined}
      aria-checked={branch.check && spoken[branch.check]}
      aria-label={branch.label}
      onFocus={onFocus}
      onKeyDown={onPress}
      onClick={onAct}
    >
      <span className="ac-twig" aria-hidden onClick={part(onToggle)}>
        {parent && (opened ? <DownIcon size={20} /> : <ForwardIcon size={20} />)}
      </span>
      {branch.check && (
        <span
          className="ac-box"
          aria-hidden
          data-check={branch.check}
          data-locked={branch.locked || !checkable}
          onClick={part(onCheck)}
        >
          {branch.locked && checkable ? <LockIcon size={16} /> : Mark && <Mark size={20} />}
        </span>
      )}
      <span className="ac-name">{branch.label}</span>
      {branch.aside !== undefined && <span className="ac-aside">{branch.aside}</span>}
    </li>
  )
}
