// The address of the timetable editor.
export const TIMETABLE = '/backoffice/timetable'
