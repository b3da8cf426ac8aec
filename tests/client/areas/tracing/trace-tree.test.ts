import { describe, expect, it } from 'vitest'
import { getLevels, findRelatedNodes, type TraceTree } from '@/areas/tracing/client/trace-tree'

const node = (kind: string, id: string) => ({ kind, id, label: id, depth: 0 })
describe('a trace', () => {
  const tree = {
    found: [],
    cut: false,
    nodes: [
      node('materialLot', 'l1'),
      node('materialLot', 'l2'),
      node('jumboRoll', 'j'),
      node('slitRoll', 'r1'),
      node('slitRoll', 'r2'),
      node('workOrder', 'w'),
    ],
    edges: [
      ['l1', 'j'],
      ['l2', 'j'],
      ['j', 'r1'],
      ['j', 'r2'],
      ['r1', 'w'],
      ['r2', 'w'],
    ].map(([from, to]) => ({ from, to, kg: null })),
    levels: ['materialLot', 'jumboRoll', 'slitRoll', 'workOrder', 'customer'].map((kind) => ({
      kind,
      total: kind === 'customer' ? 0 : 2,
      shown: 2,
      kg: null,
    })),
  } as unknown as TraceTree
  it('shows non-empty levels, starting with the material', () => {
    expect(getLevels(tree).map((level) => level.kind)).toEqual(['materialLot', 'jumboRoll', 'slitRoll', 'workOrder'])
  })
  it('related rows are above and below a roll, not beside it', () => {
    expect([...findRelatedNodes(tree, 'r1')].sort()).toEqual(['j', 'l1', 'l2', 'r1', 'w'])
    expect([...findRelatedNodes(tree, 'l1')].sort()).toEqual(['j', 'l1', 'r1', 'r2', 'w'])
  })
})
