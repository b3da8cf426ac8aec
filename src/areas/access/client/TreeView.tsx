// The rows are rendered as a flat list. ARIA roles express the tree.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { CheckIcon, DownIcon, ForwardIcon, LockIcon, MinusIcon } from '@/client/ui/icons'
import type { CheckState } from '../rules/authority'
import { toSearchText } from '@/contract/language'

/** One node of a tree, with or without children. */
export interface Branch {
  id: string
  label: string
  children: readonly Branch[]
  /** State of the checkbox: all, some or none of the leaves below are checked; undefined in a tree without checkboxes. */
  checkState?: CheckState
  /** The checkbox cannot be changed. */
  isLocked?: boolean
  /** Highlighted as changed and unsaved. */
  isChanged?: boolean
  /** Content at the end of the row. */
  endContent?: ReactNode
}
export interface TreeViewProps {
  /** Accessible name of the tree. */
  label: string
  branches: readonly Branch[]
  expandedIds: ReadonlySet<string>
  onExpandedChange: (id: string, isExpanded: boolean) => void
  /** Toggles a node's checkbox: Space, a tap on the box, or a tap on the row of a leaf. */
  onCheck?: (id: string) => void
  /**
   * Called on Enter or a tap on a row. Without this callback, Enter and tap expand or collapse a row with children, and
   * check a leaf.
   */
  onSelect?: (id: string) => void
  selectedId?: string | null
}
/** A node that no collapsed ancestor hides. `level` and `position` among its siblings count from 1. */
interface VisibleBranch {
  branch: Branch
  level: number
  position: number
  siblingCount: number
  parentId: string | null
}

const flattenBranches = (
  branches: readonly Branch[],
  expandedIds: ReadonlySet<string>,
  level = 1,
  parentId: string | null = null,
): VisibleBranch[] =>
  branches.flatMap((branch, index): VisibleBranch[] => [
    { branch, level, position: index + 1, siblingCount: branches.length, parentId },
    ...(expandedIds.has(branch.id) ? flattenBranches(branch.children, expandedIds, level + 1, branch.id) : []),
  ])
const checkIcons = { all: CheckIcon, some: MinusIcon, none: null } as const
const ariaCheckedValues = { all: true, some: 'mixed', none: false } as const

/**
 * A tree for touch and keyboard: arrows, Home, End, Space, Enter and first letters.
 * @see the tree view pattern of the ARIA Authoring Practices
 */
export function TreeView({
  label,
  branches,
  expandedIds,
  onExpandedChange,
  onCheck,
  onSelect,
  selectedId,
}: TreeViewProps) {
  const idPrefix = useId()
  const visibleBranches = useMemo(() => flattenBranches(branches, expandedIds), [branches, expandedIds])
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const listRef = useRef<HTMLUListElement>(null)
  const focusedIndex = Math.max(
    0,
    visibleBranches.findIndex(({ branch }) => branch.id === (focusedId ?? selectedId)),
  )
  const focusBranch = (target: VisibleBranch | undefined) => {
    if (!target) return
    setFocusedId(target.branch.id)
    listRef.current?.querySelector<HTMLElement>(`#${CSS.escape(idPrefix + target.branch.id)}`)?.focus()
  }
  const activate = (branch: Branch) => {
    if (onSelect) onSelect(branch.id)
    else if (branch.children.length > 0) onExpandedChange(branch.id, !expandedIds.has(branch.id))
    else onCheck?.(branch.id)
  }
  function handleKeyDown(event: KeyboardEvent) {
    const focusedBranch = visibleBranches[focusedIndex]
    if (!focusedBranch || event.ctrlKey || event.metaKey || event.altKey) return
    const { branch, parentId } = focusedBranch
    const isExpanded = expandedIds.has(branch.id)
    const actionByKey: Record<string, () => void> = {
      ArrowDown: () => focusBranch(visibleBranches[focusedIndex + 1]),
      ArrowUp: () => focusBranch(visibleBranches[focusedIndex - 1]),
      Home: () => focusBranch(visibleBranches[0]),
      End: () => focusBranch(visibleBranches.at(-1)),
      ArrowRight: () => {
        if (branch.children.length > 0) {
          if (isExpanded) focusBranch(visibleBranches[focusedIndex + 1])
          else onExpandedChange(branch.id, true)
        }
      },
      ArrowLeft: () => {
        if (isExpanded && branch.children.length > 0) onExpandedChange(branch.id, false)
        else focusBranch(visibleBranches.find((candidate) => candidate.branch.id === parentId))
      },
      ' ': () => {
        if (branch.checkState === undefined) activate(branch)
        else onCheck?.(branch.id)
      },
      Enter: () => activate(branch),
    }
    const keyAction = actionByKey[event.key]
    if (keyAction) {
      event.preventDefault()
      keyAction()
    } else if (event.key.length === 1) {
      const startsWithKey = (candidate: VisibleBranch) =>
        toSearchText(candidate.branch.label).startsWith(toSearchText(event.key))
      const branchesFromNext = [...visibleBranches.slice(focusedIndex + 1), ...visibleBranches.slice(0, focusedIndex)]
      focusBranch(branchesFromNext.find(startsWithKey))
    }
  }
  return (
    <ul ref={listRef} role="tree" aria-label={label} className="access-tree">
      {visibleBranches.map((visibleBranch, index) => (
        <TreeRow
          key={visibleBranch.branch.id}
          visibleBranch={visibleBranch}
          id={idPrefix + visibleBranch.branch.id}
          isExpanded={expandedIds.has(visibleBranch.branch.id)}
          isTabbable={index === focusedIndex}
          isSelected={selectedId === visibleBranch.branch.id}
          isCheckable={onCheck !== undefined}
          onFocus={() => setFocusedId(visibleBranch.branch.id)}
          onKeyDown={handleKeyDown}
          onActivate={() => activate(visibleBranch.branch)}
          onToggle={() => onExpandedChange(visibleBranch.branch.id, !expandedIds.has(visibleBranch.branch.id))}
          onCheck={() => onCheck?.(visibleBranch.branch.id)}
        />
      ))}
    </ul>
  )
}

function TreeRow({
  visibleBranch,
  id,
  isExpanded,
  isTabbable,
  isSelected,
  isCheckable,
  onFocus,
  onKeyDown,
  onActivate,
  onToggle,
  onCheck,
}: {
  visibleBranch: VisibleBranch
  id: string
  isExpanded: boolean
  isTabbable: boolean
  isSelected: boolean
  isCheckable: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onActivate: () => void
  onToggle: () => void
  onCheck: () => void
}) {
  const { branch, level, position, siblingCount } = visibleBranch
  const hasChildren = branch.children.length > 0
  const CheckMarkIcon = branch.checkState && checkIcons[branch.checkState]
  // Arrow and checkbox are touch targets only; keyboard and screen readers use the row itself.
  const runWithoutRowClick = (action: () => void) => (event: { stopPropagation: () => void }) => {
    event.stopPropagation()
    action()
  }
  return (
    <li
      id={id}
      role="treeitem"
      tabIndex={isTabbable ? 0 : -1}
      className={`access-line${isSelected ? ' is-picked' : ''}${branch.isChanged ? ' is-changed' : ''}`}
      style={{ paddingInlineStart: `calc(${level - 1} * min(1.25rem, 20px))` }}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblingCount}
      aria-expanded={hasChildren ? isExpanded : undefined}
      aria-selected={isSelected}
      aria-disabled={branch.isLocked === true && branch.checkState !== undefined}
      aria-checked={branch.checkState && ariaCheckedValues[branch.checkState]}
      aria-label={branch.label}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={onActivate}
    >
      <span className="access-twig" aria-hidden onClick={runWithoutRowClick(onToggle)}>
        {hasChildren && (isExpanded ? <DownIcon size={20} /> : <ForwardIcon size={20} />)}
      </span>
      {branch.checkState && (
        <span
          className="access-box"
          aria-hidden
          data-check={branch.checkState}
          data-locked={branch.isLocked || !isCheckable}
          onClick={runWithoutRowClick(onCheck)}
        >
          {branch.isLocked && isCheckable ? <LockIcon size={16} /> : CheckMarkIcon && <CheckMarkIcon size={20} />}
        </span>
      )}
      <span className="access-name">{branch.label}</span>
      {branch.endContent !== undefined && <span className="access-aside">{branch.endContent}</span>}
    </li>
  )
}
