// Attendance: how long a person watched a talk, live and as a replay.

export const watchModes = ['live', 'replay'] as const
export type WatchMode = (typeof watchModes)[number]

/** A time span in which a talk was watched, in epoch milliseconds. */
export type WatchedInterval = { mode: WatchMode; start: number; end: number }
