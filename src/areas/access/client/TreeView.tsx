// ARIA roles express the tree; its rows are rendered as a flat list, one line each.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { CheckIcon, DownIcon, ForwardIcon, LockIcon, MinusIcon } from '@/client/ui/icons'
import type { CheckState } from '../rules/authority'
import { toSearchText } from '@/contract/search-text'

/** One node of a tree. */
export interface Branch {
  id: string
  label: string
  children: readonly Branch[]
  /** How much of the node is checked; undefined in a tree without checkboxes. */
  check?: CheckState
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
  pickedId?: string | null
}
interface VisibleBranch {
  branch: Branch
  level: number
  position: number
  siblingCount: number
  parent: string | null
}

const flattenBranches = (
  branches: readonly Branch[],
  openIds: ReadonlySet<string>,
  level = 1,
  parent: string | null = null,
): VisibleBranch[] =>
  branches.flatMap((branch, index): VisibleBranch[] => [
    { branch, level, position: index + 1, siblingCount: branches.length, parent },
    ...(openIds.has(branch.id) ? flattenBranches(branch.children, openIds, level + 1, branch.id) : []),
  ])
const checkIcons = { all: CheckIcon, some: MinusIcon, none: null } as const
const ariaCheckedValues = { all: true, some: 'mixed', none: false } as const

/** A tree for touch and keyboard (arrows, Home, End, Space, Enter, first letters), by the ARIA authoring practices. */
export function TreeView({ label, branches, open, onOpen, onCheck, onPick, pickedId }: TreeViewProps) {
  const idPrefix = useId()
  const lines = useMemo(() => flattenBranches(branches, open), [branches, open])
  const [active, setActive] = useState<string | null>(null)
  const listRef = useRef<HTMLUListElement>(null)
  const activeIndex = Math.max(
    0,
    lines.findIndex((line) => line.branch.id === (active ?? pickedId)),
  )
  const focusLine = (line: VisibleBranch | undefined) => {
    if (!line) return
    setActive(line.branch.id)
    listRef.current?.querySelector<HTMLElement>(`#${CSS.escape(idPrefix + line.branch.id)}`)?.focus()
  }
  const activate = (branch: Branch) => {
    if (onPick) onPick(branch.id)
    else if (branch.children.length > 0) onOpen(branch.id, !open.has(branch.id))
    else onCheck?.(branch.id)
  }
  function handleKeyDown(event: KeyboardEvent) {
    const line = lines[activeIndex]
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return
    const { branch, parent } = line
    const isOpen = open.has(branch.id)
    const moves: Record<string, () => void> = {
      ArrowDown: () => focusLine(lines[activeIndex + 1]),
      ArrowUp: () => focusLine(lines[activeIndex - 1]),
      Home: () => focusLine(lines[0]),
      End: () => focusLine(lines.at(-1)),
      ArrowRight: () => {
        if (branch.children.length > 0) {
          if (isOpen) focusLine(lines[activeIndex + 1])
          else onOpen(branch.id, true)
        }
      },
      ArrowLeft: () => {
        if (isOpen && branch.children.length > 0) onOpen(branch.id, false)
        else focusLine(lines.find((candidate) => candidate.branch.id === parent))
      },
      ' ': () => {
        if (branch.check === undefined) activate(branch)
        else onCheck?.(branch.id)
      },
      Enter: () => activate(branch),
    }
    const move = moves[event.key]
    if (move) {
      event.preventDefault()
      move()
    } else if (event.key.length === 1) {
      const startsWithKey = (candidate: VisibleBranch) =>
        toSearchText(candidate.branch.label).startsWith(toSearchText(event.key))
      focusLine([...lines.slice(activeIndex + 1), ...lines.slice(0, activeIndex)].find(startsWithKey))
    }
  }
  return (
    <ul ref={listRef} role="tree" aria-label={label} className="ac-tree">
      {lines.map((line, index) => (
        <TreeRow
          key={line.branch.id}
          line={line}
          id={idPrefix + line.branch.id}
          isOpen={open.has(line.branch.id)}
          isTabbable={index === activeIndex}
          isPicked={pickedId === line.branch.id}
          isCheckable={onCheck !== undefined}
          onFocus={() => setActive(line.branch.id)}
          onPress={handleKeyDown}
          onAct={() => activate(line.branch)}
          onToggle={() => onOpen(line.branch.id, !open.has(line.branch.id))}
          onCheck={() => onCheck?.(line.branch.id)}
        />
      ))}
    </ul>
  )
}

function TreeRow({
  line,
  id,
  isOpen,
  isTabbable,
  isPicked,
  isCheckable,
  onFocus,
  onPress,
  onAct,
  onToggle,
  onCheck,
}: {
  line: VisibleBranch
  id: string
  isOpen: boolean
  isTabbable: boolean
  isPicked: boolean
  isCheckable: boolean
  onFocus: () => void
  onPress: (event: KeyboardEvent) => void
  onAct: () => void
  onToggle: () => void
  onCheck: () => void
}) {
  const { branch, level, position, siblingCount } = line
  const hasChildren = branch.children.length > 0
  const CheckMarkIcon = branch.check && checkIcons[branch.check]
  // The parts of a row are touch targets only; keyboard and screen readers use the row itself.
  const handlePart = (action: () => void) => (event: { stopPropagation: () => void }) => {
    event.stopPropagation()
    action()
  }
  return (
    <li
      id={id}
      role="treeitem"
      tabIndex={isTabbable ? 0 : -1}
      className={`ac-line${isPicked ? ' is-picked' : ''}${branch.changed ? ' is-changed' : ''}`}
      style={{ paddingInlineStart: `calc(${level - 1} * min(1.25rem, 20px))` }}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblingCount}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-selected={isPicked}
      aria-disabled={branch.locked === true && branch.check !== undefined}
      aria-checked={branch.check && ariaCheckedValues[branch.check]}
      aria-label={branch.label}
      onFocus={onFocus}
      onKeyDown={onPress}
      onClick={onAct}
    >
      <span className="ac-twig" aria-hidden onClick={handlePart(onToggle)}>
        {hasChildren && (isOpen ? <DownIcon size={20} /> : <ForwardIcon size={20} />)}
      </span>
      {branch.check && (
        <span
          className="ac-box"
          aria-hidden
          data-check={branch.check}
          data-locked={branch.locked || !isCheckable}
          onClick={handlePart(onCheck)}
        >
          {branch.locked && isCheckable ? <LockIcon size={16} /> : CheckMarkIcon && <CheckMarkIcon size={20} />}
        </span>
      )}
      <span className="ac-name">{branch.label}</span>
      {branch.aside !== undefined && <span className="ac-aside">{branch.aside}</span>}
    </li>
  )
}
