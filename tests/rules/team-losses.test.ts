import { expect, it } from 'vitest'
import { calculateTeamLosses, rankTeamLosses, sumOutputOfTeams } from '@/areas/feeding/rules/team-losses'

const teamA = { team: 'A', goodKg: 880, inProcessKg: 20, downgradedKg: 50, wasteKg: 30, recycledKg: 20 }
const teamB = { team: 'B', goodKg: 850, inProcessKg: 0, downgradedKg: 50, wasteKg: 50, recycledKg: 50 }
const idleTeam = { team: 'C', goodKg: 0, inProcessKg: 0, downgradedKg: 0, wasteKg: 0, recycledKg: 0 }

it('measures losses by the output of the team, not by what it fed', () => {
  // 100 of 1,000 kg.
  expect(calculateTeamLosses(teamA)).toEqual({
    percents: { downgradedKg: 5, wasteKg: 3, recycledKg: 2 },
    totalPercent: 10,
  })
  expect(calculateTeamLosses(idleTeam).totalPercent).toBeNull()
})
it('ranks the largest loss first, and takes the mean over all kilograms', () => {
  expect(rankTeamLosses([teamA, idleTeam, teamB]).map(({ row, totalPercent }) => [row.team, totalPercent])).toEqual([
    ['B', 15],
    ['A', 10],
  ])
  expect(calculateTeamLosses(sumOutputOfTeams([teamA, teamB])).totalPercent).toBe(12.5)
})
