// The type of the texts, which follows from the English ones. Written by scripts/text-types.ts.
import type { TaggedText, Text } from './texts.ts'

export type Texts = {
  account: {
    navigation: string
    overview: {
      title: string
      link: string
      passwordChanged: string
      inReview: string
      waitlisted: string
      talks: string
      talkSaved: string
      changeProposed: string
      edit: string
      editNamed: Text<'title'>
      waiting: string
      rejected: string
      sponsors: string
      data: string
      dataText: string
      download: string
      delete: string
    }
    talkTexts: {
      needsApproval: string
      isDirect: string
      propose: string
      waiting: string
      rejected: string
      newer: string
    }
    profile: {
      title: string
      saved: string
      confirmationSent: string
      emailChanged: string
      emailFixed: string
      emailUnproved: string
      emailInReview: string
      invalid: string
      identity: string
      passwordHint: string
      about: string
      description: string
      descriptionHint: string
      job: string
      company: string
      status: string
      tags: string
      avatar: string
      location: string
      language: string
      browserLanguage: string
      eventTimeZone: Text<'zone'>
      city: string
      country: string
      links: string
    }
    password: {
      title: string
      text: string
      unchanged: string
      change: string
      generatedTitle: string
      generatedText: string
      generatedLabel: string
    }
    passkeys: {
      title: string
      text: string
      added: string
      renamed: string
      removed: string
      notAdded: string
      failed: string
      unsupported: string
      addTitle: string
      add: string
      name: string
      nameHint: string
      change: string
      details: Text<'added' | 'used'>
      detailsUnused: Text<'added'>
      removeTitle: string
      removeText: string
      notRemoved: string
      remove: string
    }
    identities: {
      title: string
      text: string
      none: string
      removed: string
      details: Text<'host' | 'added' | 'used'>
      remove: string
      removeTitle: string
      removeText: Text<'name' | 'host'>
      passwordText: string
      notRemoved: string
    }
    twoFactor: {
      title: string
      on: string
      off: string
      turnedOn: string
      turnedOff: string
      onText: string
      lostApp: string
      turnOffTitle: string
      turnOff: string
      stillOn: string
      offText: string
      stillOff: string
      scan: string
      qrCode: string
      key: string
      code: string
      codeHint: string
      wrongCode: string
      turnOn: string
    }
    sessions: {
      title: string
      text: string
      staffText: string
      signOutOthers: string
      ended: string
      othersEnded: string
      thisDevice: string
      details: Text<'address' | 'signedIn' | 'lastUsed'>
      device: Text<'browser' | 'system'>
      unknownDevice: string
    }
    deletion: {
      title: string
      refused: string
      reasons: {
        last_owner: string
        sole_speaker: string
      }
      back: string
      text: string
      profile: Text<'email'>
      talk: Text<'title' | 'membership'>
      sponsor: Text<'name'>
      history: TaggedText<'download'>
      notDeleted: string
      submit: string
      keep: string
    }
  }
  agenda: {
    title: string
    titleOf: Text<'platform'>
    summary: Text<'platform'>
    timeZone: Text<'zone'>
    days: string
    allDays: string
    goToNow: string
    otherColumn: string
    noTalks: string
    noMatches: string
    showAll: string
    noTalksOfDay: string
    searchAllDays: string
    hours: string
    neighbors: string
    layouts: {
      label: string
      rooms: string
      tracks: string
      list: string
    }
    pauseUntil: Text<'time'>
    legend: string
    allRooms: string
    filters: {
      search: string
      searchHint: string
      track: string
      room: string
      language: string
      speaker: string
      recommendedOnly: string
      count: Text<never, 'count'>
      moreThan: Text<never, 'count'>
      remove: string
      words: Text<'words'>
      recommended: string
    }
    zone: {
      heading: Text<'zone' | 'kind'>
      kinds: {
        event: string
        own: string
        chosen: string
      }
      unknown: {
        own: string
        name: string
      }
      useEvent: string
      useOwn: string
      useBrowser: Text<'zone'>
      other: string
      example: string
      apply: string
    }
  }
  confirmEmail: {
    title: string
    text: Text<'email' | 'platform'>
    submit: string
    invalidText: string
  }
  downloads: {
    export: string
    formats: {
      csv: string
      xlsx: string
    }
    exportAs: Text<'format'>
  }
  emails: {
    resetLink: {
      subject: Text<'platform'>
      text: Text<'name' | 'platform' | 'until' | 'url' | 'username'>
    }
    signInLink: {
      subject: Text<'platform'>
      text: Text<'name' | 'platform' | 'url' | 'device'>
    }
    confirmation: {
      subject: Text<'platform'>
      text: Text<'name' | 'platform' | 'until' | 'url'>
    }
    signUp: {
      subject: Text<'platform'>
      text: Text<'platform' | 'until' | 'url'>
    }
    alreadyRegistered: {
      subject: Text<'platform'>
      text: Text<'name' | 'platform' | 'url'>
    }
    invitation: {
      subject: Text<'platform'>
      text: Text<'name' | 'inviter' | 'platform' | 'until' | 'url'>
    }
    registrationReceived: {
      subject: Text<'platform'>
      text: Text<'name' | 'platform' | 'url'>
    }
    registrationWaitlisted: {
      subject: Text<'platform'>
      text: Text<'name' | 'platform' | 'url'>
    }
    registrationAccepted: {
      subject: Text<'platform'>
      text: Text<'name' | 'platform' | 'url'>
    }
    registrationRejected: {
      subject: Text<'platform'>
      text: Text<'name' | 'platform'>
    }
    registrationSummary: {
      subject: Text<'platform', 'count'>
      text: Text<'name' | 'platform' | 'since' | 'until' | 'url', 'registered' | 'inReview' | 'waiting'>
    }
    proposalApproved: {
      subject: Text<'platform' | 'talk'>
      text: Text<'name' | 'talk' | 'url'>
    }
    proposalRejected: {
      subject: Text<'platform' | 'talk'>
      text: Text<'name' | 'talk' | 'reason' | 'url'>
    }
    talkChanges: {
      subject: Text<'platform' | 'summary'>
      text: Text<'name' | 'items' | 'url'>
    }
    talkReminder: {
      subject: Text<'platform' | 'summary'>
      text: Text<'name' | 'time' | 'items' | 'url'>
    }
    changes: {
      isCanceled: Text<'title'>
      isPublished: Text<'title'>
      newTime: Text<'title'>
      newRoom: Text<'title'>
      talks: Text<never, 'count'>
      wasPlanned: Text<'slot'>
      takesPlace: Text<'slot'>
      now: Text<'slot'>
      before: Text<'slot'>
    }
    starts: Text<'title' | 'clock'>
    start: Text<'clock', 'count'>
    somebody: string
    sampleTalk: string
    sampleRoom: string
    sampleReason: string
    footers: {
      talk_changes: Text<'url'>
      talk_reminder: Text<'url'>
      message: Text<'url'>
    }
    choices: {
      title: string
      text: string
      legend: string
      saved: string
      labels: {
        talk_changes: string
        talk_reminder: string
        message: string
      }
      hints: {
        talk_changes: string
        talk_reminder: string
        message: string
      }
    }
    unsubscribe: {
      title: string
      texts: {
        talk_changes: Text<'platform'>
        talk_reminder: Text<'platform'>
        message: Text<'platform'>
      }
      submit: string
      doneTitle: string
      done: string
      all: string
      invalidTitle: string
      invalidText: string
    }
    buttons: {
      reset_link: string
      sign_in_link: string
      confirmation: string
      sign_up: string
      already_registered: string
      invitation: string
      registration_received: string
      registration_waitlisted: string
      registration_accepted: string
      registration_rejected: string
      registration_summary: string
      proposal_approved: string
      proposal_rejected: string
      talk_changes: string
      talk_reminder: string
      message: string
    }
  }
  embeds: {
    speakersOf: Text<'platform'>
    timeZone: Text<'zone'>
    fullAgenda: Text<'platform'>
    allSpeakers: Text<'platform'>
  }
  errors: {
    off: {
      chat: string
      questions: string
      surveys: string
      viewersCount: string
      viewersList: string
      points: string
      credits: string
    }
    pages: {
      not_found: {
        title: string
        text: string
      }
      talk_not_found: {
        title: string
        text: string
      }
      talk_cancelled: {
        title: string
        text: string
      }
      talk_is_draft: {
        title: string
        text: string
      }
      sponsor_not_found: {
        title: string
        text: string
      }
      survey_not_found: {
        title: string
        text: string
      }
      user_not_found: {
        title: string
        text: string
      }
      https_required: {
        title: string
        text: string
      }
      foreign_form: {
        title: string
        text: string
      }
      insufficient_permissions: {
        title: string
        text: string
      }
      too_many_requests: {
        title: string
        text: string
      }
      body_too_large: {
        title: string
        text: string
      }
      request_timeout: {
        title: string
        text: string
      }
      method_not_allowed: {
        title: string
        text: string
      }
      unsupported_media_type: {
        title: string
        text: string
      }
      internal_error: {
        title: string
        text: string
      }
      unavailable: {
        title: string
        text: string
      }
      message_not_found: {
        title: string
        text: string
      }
      question_not_found: {
        title: string
        text: string
      }
      favorite_not_found: {
        title: string
        text: string
      }
      webhook_not_found: {
        title: string
        text: string
      }
      delivery_not_found: {
        title: string
        text: string
      }
      admins_only: {
        title: string
        text: string
      }
      moderators_only: {
        title: string
        text: string
      }
      speakers_only: {
        title: string
        text: string
      }
      removed_from_stage: {
        title: string
        text: string
      }
      stage_locked: {
        title: string
        text: string
      }
      protected_account: {
        title: string
        text: string
      }
      watching_restricted: {
        title: string
        text: string
      }
      muted: {
        title: string
        text: string
      }
      chat_paused: {
        title: string
        text: string
      }
      feature_off: {
        title: string
        text: string
      }
      message_held: {
        title: string
        text: string
      }
      message_removed: {
        title: string
        text: string
      }
      question_closed: {
        title: string
        text: string
      }
      question_limit: {
        title: string
        text: string
      }
      insufficient_credits: {
        title: string
        text: string
      }
      insufficient_points: {
        title: string
        text: string
      }
      talk_not_open: {
        title: string
        text: string
      }
      room_full: {
        title: string
        text: string
      }
      room_busy: {
        title: string
        text: string
      }
      room_unavailable: {
        title: string
        text: string
      }
      survey_not_shown: {
        title: string
        text: string
      }
      survey_not_open: {
        title: string
        text: string
      }
      survey_answered: {
        title: string
        text: string
      }
      survey_in_use: {
        title: string
        text: string
      }
      survey_anonymous: {
        title: string
        text: string
      }
      email_taken: {
        title: string
        text: string
      }
      username_taken: {
        title: string
        text: string
      }
      external_id_taken: {
        title: string
        text: string
      }
      other_source: {
        title: string
        text: string
      }
      sole_speaker: {
        title: string
        text: string
      }
      last_owner: {
        title: string
        text: string
      }
      webhook_disabled: {
        title: string
        text: string
      }
      too_many_favorites: {
        title: string
        text: string
      }
      too_many_webhooks: {
        title: string
        text: string
      }
      precondition_failed: {
        title: string
        text: string
      }
      invalid_data: {
        title: string
        text: string
      }
      invalid_file: {
        title: string
        text: string
      }
      pictures_unsupported: {
        title: string
        text: string
      }
      misdirected_request: {
        title: string
        text: string
      }
      unconfirmed_host: {
        title: string
        text: string
      }
      uri_too_long: {
        title: string
        text: string
      }
      bad_request: {
        title: string
        text: string
      }
    }
    retry: Text<'wait'>
    moved: string
    search: string
    submit: string
    tryAgain: string
    home: string
    requestId: string
  }
  favorites: {
    star: string
    starTalk: Text<'title'>
    add: string
    added: string
    notSaved: string
    full: string
    myAgenda: string
    timeZone: Text<'zone'>
    inBrowser: string
    signIn: TaggedText<'link'>
    signUp: TaggedText<'link'>
    clashCount: Text<never, 'count'>
    clash: Text<'titles'>
    clashTitle: Text<'title'>
    nothingUpcoming: string
    past: Text<never, 'count'>
    empty: string
    emptyText: string
    openAgenda: string
    notLoaded: string
    needsScript: string
    subscribe: string
    emails: string
    calendar: {
      title: string
      nameOf: Text<'platform'>
      text: string
      reveals: string
      make: string
      address: string
      shownOnce: string
      open: string
      madeOn: Text<'day'>
      renewText: string
      renew: string
      end: string
      ended: string
    }
  }
  forms: {
    firstName: string
    lastName: string
    email: string
    username: string
    password: string
    timeZone: string
    chooseTimeZone: string
    website: string
    textTools: {
      preview: string
      failed: string
      left: string
      over: string
      write: string
    }
    uploads: {
      addressHint: string
      hint: string
      pictureTooLarge: string
      filesTooLarge: string
      preview: string
      zoom: string
      discard: string
      drop: string
      shape: Text<'ratio'>
      replace: string
      remove: string
      useAddress: string
      address: string
      crop: string
      cropHint: string
      use: string
      uploading: string
      uploaded: string
      removed: string
      later: string
    }
    none: string
    save: string
    invalid: string
    fieldOf: Text<'group' | 'field'>
    currentPassword: string
    wrongPassword: string
    tooManyAttempts: Text<'wait'>
    showPassword: string
    hidePassword: string
    showPasswordOf: Text<'field'>
    hidePasswordOf: Text<'field'>
    newPassword: {
      label: string
      confirm: string
      mismatch: string
      lowercase: string
      uppercase: string
      digits: string
      symbols: string
      hint: Text<'kinds', 'minLength'>
    }
    validation: {
      required: string
      unknown: string
      wholeNumber: string
      number: string
      choice: string
      minLength: Text<never, 'limit'>
      maxLength: Text<never, 'limit'>
      minItems: Text<never, 'limit'>
      maxItems: Text<never, 'limit'>
      minimum: Text<never, 'limit'>
      maximum: Text<never, 'limit'>
      blank: string
      pattern: string
      formats: {
        email: string
        'https-url': string
        'picture-url': string
        'document-path': string
        'stream-url': string
        'webhook-url': string
        'date-time': string
        timezone: string
        language: string
        color: string
        'address-range': string
        'host-name': string
        'room-address': string
        date: string
      }
      characters: string
      uniqueItems: string
      duplicate: string
      videos: {
        embedded: string
        rtmp: string
        youtube: string
        external: string
        replay: string
      }
      other: string
    }
    problems: {
      required: string
      private_key: string
      characters: string
      insufficient_credits: string
      insufficient_points: string
      ends_before_start: string
      taken: string
      own_host: string
      address: string
      email_taken: string
      username_taken: string
      minItems: string
      external_id_taken: string
      too_many_webhooks: string
      masked: string
      too_short: Text<never, 'limit'>
      too_long: Text<never, 'limit'>
      no_lowercase: string
      no_uppercase: string
      no_digit: string
      no_symbol: string
      easy_to_guess: string
      unchanged: string
      answer: string
      unknown_file: string
      not_a_picture: string
      heic_picture: string
      too_many_pixels: string
      too_complex: string
      picture_too_large: string
      not_a_pdf: string
      ambiguous_pdf: string
      active_pdf: string
      pictures_unsupported: string
      files_unavailable: string
      unknown_talk: string
      needs_talk: string
      anonymous: string
      choices: string
      no_choices: string
      same_choices: string
    }
    chips: {
      onePerLine: string
      hint: string
      remove: string
    }
    unsaved: string
  }
  home: {
    noProgramme: string
    register: string
    watchLive: string
    watchTalk: string
    watchAgain: string
    viewAgenda: string
    meetSpeakers: string
    timeZone: Text<'zone'>
    startsIn: string
    over: string
    liveCount: Text<never, 'count'>
    live: string
    next: string
    first: string
    featured: string
    recorded: string
    allSpeakers: string
    allSponsors: string
    setup: {
      title: string
      text: string
    }
  }
  invitation: {
    title: Text<'platform'>
    text: Text<'email'>
    submit: string
    passkeyTitle: string
    passkeyText: string
    invalidText: string
  }
  layout: {
    skipToContent: string
    navigation: string
    agenda: string
    myAgenda: string
    speakers: string
    sponsors: string
    surveys: string
    backOffice: string
    account: string
    signIn: string
    signOut: string
    language: string
    calendar: string
  }
  ledgers: {
    credits: Text<never, 'count'>
    points: Text<never, 'count'>
    lock: {
      signIn: string
      costs: {
        live: Text<never, 'price'>
        replay: Text<never, 'price'>
      }
      balance: Text<never, 'balance'>
      open: Text<never, 'price'>
      upcoming: Text<never, 'price'>
    }
    open: {
      title: {
        live: string
        replay: string
      }
      text: {
        live: Text<'talk', 'price'>
        replay: Text<'talk', 'price'>
      }
      once: string
      after: Text<never, 'left'>
      tooFew: Text<never, 'balance' | 'price'>
      confirm: Text<never, 'price'>
      decline: string
      back: string
    }
    none: string
    withMode: Text<'what' | 'mode'>
    account: {
      rank: Text<never, 'rank'>
      leaderboard: string
    }
    leaderboard: {
      title: string
      empty: string
      rank: string
      name: string
      points: string
      you: string
      own: Text<never, 'count'>
      notListed: string
      change: string
    }
    privacy: {
      listed: string
      listedHint: string
    }
    pointKinds: {
      watched: string
      question: string
      survey: string
    }
    creditKinds: {
      grant: string
      debit: string
      refund: string
    }
    modes: {
      live: string
      replay: string
    }
  }
  live: {
    needsAcceptance: string
    label: string
    opener: string
    close: string
    refresh: string
    connectionLost: string
    news: string
    newQuestions: string
    newMessages: string
    speaker: string
    team: string
    deletedAccount: string
    chat: {
      heading: string
      log: string
      empty: string
      newer: string
      noMessages: string
      earlier: string
      earlierTitle: Text<'talk'>
      signIn: string
      message: string
      placeholder: string
      send: string
      pinned: string
      paused: string
      approval: string
      slow: Text<never, 'seconds'>
      moderate: string
      actions: Text<'name'>
      answering: Text<'name'>
      cancelReply: string
      held: string
      removed: string
      removedBecause: Text<'reason'>
      reported: Text<never, 'count'>
      react: string
      bridged: string
      page: {
        title: Text<'name'>
        back: string
        answer: string
        answerPlaceholder: string
        reactions: string
        deleteOwn: string
        report: string
        reportReason: string
        moderation: string
        reason: string
        reasonHint: string
        remove: string
        approve: string
        pin: string
        unpin: string
        mute: string
        muteFor: string
        muteHint: string
        hours: Text<never, 'count'>
        minutes: Text<never, 'count'>
        wholeEvent: string
        removeAll: string
      }
      moderation: {
        title: string
        mode: string
        modes: {
          open: string
          approval: string
          paused: string
        }
        slowSeconds: string
        slowHint: string
        save: string
        tab: string
        review: string
        noneToReview: string
        mutes: string
        noMutes: string
        until: Text<'time'>
        unmute: string
        pauseAll: string
        continueAll: string
        pauseAllHint: string
      }
      follows: string
    }
  }
  names: {
    roles: {
      attendee: string
      speaker: string
      admin: string
      owner: string
    }
    memberships: {
      speaker: string
      moderator: string
    }
    registrationStatuses: {
      in_review: string
      accepted: string
      rejected: string
    }
    userTypes: {
      Attendee: string
      Speaker: string
    }
    userStatuses: {
      Employed: string
      'Looking for a job': string
      Student: string
      Freelancer: string
      'Working for a startup': string
    }
    networks: {
      facebook: string
      linkedin: string
      twitter: string
      youtube: string
    }
    talkKinds: {
      talk: string
      break: string
    }
    talkStates: {
      draft: string
      published: string
      cancelled: string
    }
    onSite: string
    eventFormats: {
      on_site: string
      online: string
      mixed: string
    }
    talkTypes: {
      embedded: string
      rtmp: string
      youtube: string
      external: string
      replay: string
    }
    features: {
      chat: string
      questions: string
      surveys: string
      viewersCount: string
      viewersList: string
      rewardsEarning: string
    }
    sponsorLevels: readonly [string, string, string, string, string]
    objects: {
      talk: string
      sponsor: string
      user: string
      api_key: string
      platform: string
      webhook: string
      message: string
      attendance: string
      survey: string
      question: string
      file: string
    }
  }
  office: {
    apiKeys: {
      title: string
      noKeys: string
      new: string
      notCreated: string
      form: {
        name: string
        nameHint: string
        level: string
        levels: {
          standard: string
          privileged: string
        }
        levelHint: string
        standardOnly: string
        expiresAt: string
        expiresAtHint: Text<'zone'>
        notADate: string
        inThePast: string
        allowedAddresses: string
        allowedAddressesHint: string
        passwordHint: string
        create: string
      }
      card: {
        created: Text<'at'>
        exposed: Text<'at'>
        lastUsed: string
        neverUsed: string
        lastMinute: string
        ofLimit: Text<never, 'used' | 'limit'>
        usage: string
        lastDay: string
        requests: Text<never, 'count'>
        expires: string
        neverExpires: string
        allowedFrom: string
        anywhere: string
        oldSecretExpires: string
        viewRequests: string
        rotate: string
        revoke: string
        revoked: string
        expired: string
        expiresSoon: Text<'when'>
      }
      rotation: {
        title: Text<'name'>
        intro: string
        submit: string
        failed: string
      }
      revocation: {
        title: Text<'name'>
        intro: TaggedText<'key', 'text'>
        neverUsed: string
        lastUsed: Text<'when'>
        submit: string
        failed: string
      }
      secret: {
        created: Text<'name'>
        rotated: Text<'name'>
        documentTitle: string
        notice: string
        privilegedNotice: string
        key: string
        creation: string
        example: string
        certificateHint: TaggedText<'option'>
        documentation: string
      }
      passwordHint: string
      levels: {
        standard: string
        privileged: string
      }
      limit: {
        title: string
        label: string
        hint: string
        submit: string
      }
      quickstart: {
        title: string
        text: string
      }
    }
    attendance: {
      title: Text<'talk'>
      none: string
      figures: {
        live: Text<never, 'count'>
        visitors: Text<never, 'count'>
        most: string
        average: string
        replay: Text<never, 'count'>
      }
      live: string
      replay: string
      liveSummary: Text<never, 'most'>
      replaySummary: Text<never, 'most'>
      asTable: string
      time: Text<'zone'>
      day: string
      viewers: string
      people: string
      peopleHint: string
      minutes: Text<never, 'minutes'>
      name: string
      email: string
    }
    captions: {
      title: string
      intro: string
      none: string
      saved: Text<'language' | 'time'>
      remove: string
      removeIn: Text<'language'>
      language: string
      languageHint: string
      file: string
      fileHint: string
      save: string
      problems: {
        language: string
        files: {
          tooLarge: string
          encoding: string
          empty: string
          header: string
        }
        lines: {
          block: Text<'line'>
          timing: Text<'line'>
          order: Text<'line'>
        }
      }
    }
    changes: {
      audit: {
        title: string
        intro: Text<'zone'>
        actor: string
        allActors: string
        keyNamed: Text<'name'>
        otherActor: string
        object: string
        allObjects: string
        action: string
        allActions: string
        from: string
        to: string
        noMatches: string
      }
      history: {
        title: Text<'name'>
        intro: Text<'zone'>
        version: Text<never, 'version'>
        field: string
        before: string
        after: string
      }
      noChanges: string
      actions: {
        created: string
        updated: string
        deleted: string
        password_changed: string
        invited: string
        invitation_revoked: string
        invitation_accepted: string
        email_proved: string
        sign_up_link_made: string
        reset_link_made: string
        password_reset: string
        passkey_added: string
        passkey_removed: string
        identity_added: string
        identity_removed: string
        second_factor_turned_on: string
        second_factor_turned_off: string
        secret_rotated: string
        test: string
        redelivered: string
        live_updated: string
        captions_removed: string
        captions_saved: string
        recorded: string
        recording_removed: string
        stream_key_created: string
        invited_on_stage: string
        stage_invitation_withdrawn: string
        muted_on_stage: string
        unmuted_on_stage: string
        removed_from_stage: string
        let_back_on_stage: string
        screen_stopped: string
        stage_locked: string
        stage_unlocked: string
        stage_ended: string
        change_proposed: string
        change_rejected: string
        removed: string
        completed: string
        opened: string
        closed: string
        reported: string
        muted: string
        unmuted: string
        granted: string
        consumed: string
        refunded: string
        answered: string
        merged: string
        author_viewed: string
        message_scheduled: string
        message_canceled: string
        message_sent: string
      }
      by: string
      key: string
      system: string
      deletedActor: string
      anonymousActor: string
      deletedAccount: Text<'id'>
      request: string
      values: Text<never, 'count'>
      cleared: string
      emptyText: string
      on: string
      off: string
      none: string
    }
    dashboard: {
      title: string
      reference: string
      proposals: Text<never, 'count'>
      chatToReview: Text<'talk', 'count'>
      figures: {
        keys: Text<never, 'count'>
        webhooks: Text<never, 'count'>
        requests: string
        errors: string
        event: {
          label: string
          unknown: string
          before: Text<never, 'count'>
          today: string
          day: Text<never, 'day' | 'days'>
          after: Text<never, 'count'>
        }
        complete: string
        completeParts: string
        talks: Text<never, 'count'>
        speakers: string
        notSignedIn: Text<'count'>
        allSignedIn: string
        attendees: string
        toReview: Text<never, 'count'>
        accepted: string
      }
      traffic: {
        title: string
        successful: string
        refused: string
        failed: string
        summary: Text<never, 'requests' | 'refused' | 'failed'>
        reading: Text<'time', 'requests' | 'refused' | 'failed'>
        asTable: string
        tableLabel: string
        hour: Text<'zone'>
        requests: string
        unlogged: Text<never, 'count'>
        openLog: string
      }
      programme: {
        title: string
        timesIn: Text<'zone'>
        until: Text<'time'>
        starts: Text<'day' | 'time'>
        all: string
        empty: TaggedText<'add'>
      }
      overview: {
        toDo: string
        nothingToDo: string
        checks: {
          conflict: Text<never, 'count'>
          speakers: Text<never, 'count'>
          video: Text<never, 'count'>
          room: Text<never, 'count'>
          description: Text<never, 'count'>
        }
        incompleteSpeakers: Text<never, 'count'>
        moreIncompleteSpeakers: Text<never, 'count'>
        signUps: string
        signUpsIn30Days: Text<never, 'count'>
        favorites: string
        stars: Text<never, 'count'>
        changes: string
        allChanges: string
        completeness: string
        allHave: string
        parts: {
          room: string
          speakers: string
          description: string
        }
        toReview: Text<never, 'count'>
        unusedSpeakers: Text<never, 'count'>
        moreUnusedSpeakers: Text<never, 'count'>
      }
      keys: {
        title: string
        empty: string
        view: string
      }
      webhooks: {
        title: string
        counts: Text<never, 'pending' | 'failed'>
        allWorking: string
        none: string
        view: string
      }
      rooms: {
        title: string
        listening: Text<'port'>
        closed: Text<'port'>
        closedAny: string
        failed: Text<'port' | 'problem'>
        outside: string
        load: Text<'in' | 'out', 'rooms' | 'publishers' | 'viewers'>
        ofProcess: string
        test: string
        testing: string
        udp: string
        tcp: string
        blocked: Text<'port'>
        blockedAny: string
        testFailed: string
        streamsFailed: Text<'problem'>
        recordings: Text<'size', 'count'>
        spaceProblem: string
        portProblem: string
        streamPortProblem: string
        space: Text<'size'>
      }
      changes: {
        actors: {
          system: string
          anonymous: string
          deleted: string
          key: Text<'name'>
        }
        several: Text<'name', 'count'>
        severalPeople: Text<'name', 'count'>
        types: {
          created: TaggedText<'object', 'actor' | 'name'>
          updated: TaggedText<'object', 'actor' | 'name'>
          deleted: TaggedText<'object', 'actor' | 'name'>
          invited: TaggedText<'object', 'actor' | 'name'>
          invitation_accepted: TaggedText<'object', 'name', 'count'>
          password_changed: TaggedText<'object', 'name', 'count'>
          opened: TaggedText<'object', 'actor' | 'name'>
          closed: TaggedText<'object', 'actor' | 'name'>
          change_proposed: TaggedText<'object', 'actor' | 'name'>
          message_sent: TaggedText<'object', 'actor' | 'name'>
          signed_up: TaggedText<'object', 'name', 'count'>
          got_place: TaggedText<'object', 'name', 'count'>
          accepted: TaggedText<'object', 'actor' | 'name'>
          rejected: TaggedText<'object', 'actor' | 'name'>
          other: TaggedText<'object', 'actor' | 'name' | 'action'>
        }
        fields: {
          title: TaggedText<'object', 'actor' | 'name'>
          description: TaggedText<'object', 'actor' | 'name'>
          room: TaggedText<'object', 'actor' | 'name'>
          track: TaggedText<'object', 'actor' | 'name'>
          start: TaggedText<'object', 'actor' | 'name'>
          duration: TaggedText<'object', 'actor' | 'name'>
          state: TaggedText<'object', 'actor' | 'name'>
          speakers: TaggedText<'object', 'actor' | 'name'>
          image: TaggedText<'object', 'actor' | 'name'>
          logo: TaggedText<'object', 'actor' | 'name'>
        }
      }
      live: {
        title: string
        open: string
        openNamed: Text<'talk'>
        more: Text<never, 'count'>
        questions: Text<never, 'count'>
      }
    }
    deletions: {
      title: string
      link: string
      intro: Text<never, 'days'>
      empty: string
      name: string
      deletedBy: string
      deletedAt: string
      erasedAt: string
      actions: string
      restore: string
      restoreNamed: Text<'name'>
      erase: string
      eraseNamed: Text<'name'>
      eraseIntro: Text<'name'>
      undo: string
      deleted: string
      restoreIntro: Text<'name'>
      notRestored: string
      externalIdHint: string
      canBeRestored: string
      erasedNow: string
      live: string
    }
    emails: {
      kinds: {
        reset_link: string
        sign_in_link: string
        confirmation: string
        sign_up: string
        already_registered: string
        invitation: string
        registration_received: string
        registration_waitlisted: string
        registration_accepted: string
        registration_rejected: string
        registration_summary: string
        proposal_approved: string
        proposal_rejected: string
        talk_changes: string
        talk_reminder: string
        message: string
      }
      states: {
        waiting: string
        sent: string
        failed: string
        expired: string
        canceled: string
      }
      texts: string
      textsIntro: string
      changed: string
      occasions: {
        invitation: string
        registration_received: string
        registration_waitlisted: string
        registration_accepted: string
        registration_rejected: string
        proposal_approved: string
        proposal_rejected: string
        talk_changes: string
        talk_reminder: string
      }
      languages: string
      subject: string
      text: string
      placeholders: Text<'names'>
      placeholderNames: {
        name: string
        platform: string
        link: string
        until: string
        inviter: string
        summary: string
        changes: string
        talks: string
        time: string
        talk: string
        reason: string
      }
      unknownPlaceholder: Text<'placeholder' | 'known'>
      missingLink: string
      hasUnsubscribeLink: string
      noAddress: string
      preview: string
      restore: string
      back: string
      testIntro: Text<'email'>
      sendTest: string
      noMailServer: string
      queue: string
      intro: Text<'zone'>
      state: string
      allStates: string
      none: string
      noMatches: string
      recipient: string
      kind: string
      queued: string
      lastError: string
      nextAttempt: Text<'at'>
      retry: string
      retryFor: Text<'recipient'>
      action: string
    }
    firstSteps: {
      title: string
      progress: Text<never, 'done' | 'all'>
      dismiss: string
      steps: {
        zone: {
          title: string
          text: string
        }
        logo: {
          title: string
          text: string
        }
        programme: {
          title: string
          text: string
        }
        colleagues: {
          title: string
          text: string
        }
        site: {
          title: string
          text: string
        }
        key: {
          title: string
          text: string
        }
      }
      confirm: string
      addLogo: string
      importFile: string
      addTalk: string
      templateXlsx: string
      templateCsv: string
      invite: string
      viewSite: string
      createKey: string
    }
    forms: {
      create: string
      cancel: string
      done: string
      notSaved: string
      warnings: {
        account_adopted: string
        edits_kept: string
        external_id_kept: string
        people_removed: string
        type_not_applied: string
        end_registration_not_applied: string
        over_capacity: string
        video_missing: string
        video_ignored: string
        username_taken: string
        person_not_updated: string
        speaker_is_attendee: string
        moderator_is_attendee: string
        highlight_not_applied: string
      }
      signedOut: string
      signedOutAdvice: TaggedText<'signIn'>
      newerVersion: string
      newerVersionAdvice: TaggedText<'review' | 'restart'>
      overwrite: Text<never, 'version'>
      conflict: string
      moveUp: Text<'name'>
      remove: string
      removeNamed: Text<'name'>
      externalId: string
      gracePeriod: string
      gracePeriods: {
        none: string
        hour: string
        day: string
        week: string
      }
      saved: {
        talks: {
          created: string
          saved: string
        }
        sponsors: {
          created: string
          saved: string
        }
        surveys: {
          created: string
          saved: string
        }
        users: {
          created: string
          saved: string
        }
      }
      accountsCreated: Text<never, 'count'>
      continue: string
      once: {
        title: string
        text: string
        advice: readonly [string, string]
        dashboard: string
      }
    }
    frame: {
      title: Text<'page'>
      navigation: string
      menu: string
      signedInAs: string
      groups: {
        programme: string
        people: string
        live: string
        integrations: string
        settings: string
      }
      areas: {
        dashboard: string
        talks: string
        timetable: string
        speakers: string
        sponsors: string
        surveys: string
        users: string
        registrations: string
        messages: string
        keys: string
        webhooks: string
        audit: string
        requests: string
        settings: string
        integrations: string
      }
      done: {
        created: string
        saved: string
        unchanged: string
        deleted: string
        restored: string
        erased: string
        role: string
        accepted: string
        'created-invited': string
        'saved-invited': string
        invited: string
        'invitation-revoked': string
        'email-test': string
        'email-retried': string
        'message-scheduled': string
        'message-canceled': string
        'message-sent': string
        rejected: string
        'two-factor': string
        'proposal-approved': string
        'proposal-rejected': string
        revoked: string
        hosts: string
        'webhook-deleted': string
      }
      copy: string
      copied: string
      none: string
      refusals: {
        too_many_requests: string
        insufficient_permissions: string
        unconfirmed_host: string
      }
    }
    importProblems: {
      not_json: string
      unknown_xml: string
      xml_invalid: string
      calendar: string
      unknown_json: string
      unexpected_json: Text<'detail'>
      encoding_mismatch: Text<'encoding'>
      xml_encoding_mismatch: Text<'encoding'>
      xlsx_invalid: string
      xlsx_too_large: string
      too_complex: string
      old_spreadsheet: string
      sheet_unknown: Text<'sheet'>
      zone_missing: Text<'path'>
      table_empty: string
      quote_open: Text<never, 'line'>
      quote_single: Text<never, 'line'>
      row_too_wide: Text<never, 'row' | 'cells' | 'width'>
      column_twice: Text<'column'>
      column_absent: Text<'column'>
      column_absent_closest: Text<'column' | 'closest'>
      kind_unknown: string
      attribute_unknown: Text<'column'>
      attribute_twice: string
      id_missing: string
      columns_open: Text<'columns'>
      cell_zone_missing: Text<'column', 'row'>
      cell_empty: Text<'column'>
      cell_not_boolean: Text<'column'>
      cell_not_integer: Text<'column'>
      cell_not_time: Text<'column'>
      cell_date_ambiguous: Text<'column'>
      cell_time_skipped: Text<'column' | 'zone'>
      cell_time_repeated: Text<'column' | 'zone'>
      cell_error: Text<'column' | 'error'>
      cell_link: Text<'column'>
      cell_entry_too_long: Text<'column', 'max'>
      cell_names_ambiguous: Text<'column'>
      cell_entries: Text<'column', 'entries' | 'people'>
      id_twice: string
      row_id_twice: string
      email_twice: Text<never, 'row'>
      other_source: Text<'source'>
      id_unusable: Text<never, 'max'>
      title_missing: string
      text_too_long: Text<'field', 'length' | 'max'>
      fields: {
        title: string
        description: string
        details: string
        room: string
        track: string
        biography: string
        firstName: string
        lastName: string
        job: string
        company: string
      }
      fieldOf: Text<'field' | 'person'>
      name_missing: Text<'email'>
      name_missing_without_email: string
      email_missing: Text<'name'>
      email_invalid: Text<'name'>
      time_missing: string
      time_invalid: string
      duration_invalid: string
      duration_missing: string
      duration_out_of_range: string
      speaker_unknown: Text<never, 'count'>
      time_skipped: Text<'zone'>
      time_repeated: Text<'zone'>
      type_missing: string
      people_joined: Text<'id' | 'names'>
      people_split: Text<'id' | 'names'>
      people_nameless: Text<'first', 'count'>
      durations_in_seconds: Text<'first', 'count'>
      sheets_ignored: Text<'sheets'>
      columns_ignored: Text<'columns'>
      day_above: Text<'day', 'count'>
      undecided_sessions: Text<never, 'count'>
      zone_mismatch: Text<'zone'>
      other: string
    }
    imports: {
      title: string
      uploadTitle: string
      action: string
      intro: string
      steps: {
        upload: string
        columns: string
        preview: string
        result: string
      }
      stepsLabel: string
      file: string
      fileHint: Text<never, 'megabytes'>
      formats: readonly [string, string]
      drop: string
      dropNote: string
      encoding: string
      encodingHint: string
      encodings: {
        auto: string
        'windows-1252': string
        'windows-1250': string
        'windows-1251': string
        'windows-1253': string
        'windows-1254': string
        macintosh: string
        shift_jis: string
        gb18030: string
      }
      upload: string
      noFile: string
      tooLarge: Text<never, 'megabytes'>
      tooMany: Text<never, 'max'>
      notRead: string
      templates: string
      templateFiles: {
        xlsx: string
        csv: string
      }
      template: readonly [readonly [string, string, string, string, string, string, string, string, string, string, string], readonly [string, string, string, string, string, string, string, string, string, string, string]]
      recent: string
      states: {
        open: string
        running: string
        stopped: string
        done: string
      }
      discard: string
      discardNamed: Text<'name'>
      remove: string
      removeNamed: Text<'name'>
      columns: {
        title: string
        intro: Text<'file', 'rows'>
        contents: string
        kinds: {
          talks: string
          people: string
          sponsors: string
        }
        sheet: string
        allSheets: string
        show: string
        column: string
        example: string
        field: string
        fieldOf: Text<'column'>
        ignore: string
        notImported: string
        leaveOut: string
        groups: {
          own: string
          speakers: string
          moderators: string
        }
        noExample: string
        unnamed: Text<never, 'place'>
        missing: string
        descriptions: {
          label: string
          hint: string
          empty: string
          title: string
        }
        dateFormat: string
        dateFormats: {
          auto: string
          dmy: string
          mdy: string
          ymd: string
        }
        personType: string
        personTypes: {
          none: string
          Speaker: string
          Attendee: string
        }
        zone: Text<'zone'>
        preview: string
        invalid: string
      }
      preview: {
        title: string
        intro: Text<'file'>
        created: string
        updated: string
        unchanged: string
        refused: string
        removed: string
        problems: string
        problemsIntro: string
        repairIntro: string
        repair: string
        numbers: Text<never, 'created' | 'updated' | 'refused'>
        talkType: string
        row: Text<never, 'row'>
        rowOfSheet: Text<'sheet', 'row'>
        untitled: string
        more: Text<never, 'count'>
        field: string
        before: string
        after: string
        edited: string
        kept: Text<'field'>
        nothing: string
        warnings: string
        shortened: Text<never, 'from' | 'to'>
        makesEmails: string
        accounts: Text<never, 'count'>
        options: string
        source: string
        sourceHint: string
        idPrefix: string
        idPrefixHint: string
        truncate: string
        makeEmails: string
        update: string
        removeLabel: Text<never, 'count'>
        removeHint: string
        apply: {
          talks: Text<never, 'count'>
          people: Text<never, 'count'>
          sponsors: Text<never, 'count'>
          entries: Text<never, 'count'>
        }
        changeColumns: string
        otherFile: string
        newRooms: Text<'names', 'count'>
        newTracks: Text<'names', 'count'>
        conflicts: {
          title: string
          intro: string
          pair: Text<'first' | 'second' | 'room' | 'day' | 'clock'>
        }
      }
      result: {
        running: string
        runningText: Text<never, 'done' | 'total'>
        runningHint: string
        refresh: string
        done: {
          talks: Text<never, 'count'>
          people: Text<never, 'count'>
          sponsors: Text<never, 'count'>
          entries: Text<never, 'count'>
        }
        stopped: string
        stoppedText: string
        continue: string
        created: string
        updated: string
        unchanged: string
        removed: string
        refused: string
        invited: Text<never, 'count'>
        invite: Text<never, 'count'>
        agenda: string
        talks: string
        another: string
        leftOver: {
          title: Text<never, 'count'>
          intro: string
        }
      }
      attributes: {
        name: string
        email: string
        firstName: string
        lastName: string
        description: string
        avatar: string
        job: string
        company: string
        externalId: string
        title: string
        details: string
        date: string
        start: string
        end: string
        duration: string
        timezone: string
        kind: string
        state: string
        room: string
        language: string
        track: string
        tags: string
        hiddenTags: string
        type: string
        video: string
        image: string
        links: string
        featured: string
        recommended: string
        keynote: string
        available: string
        'features.chat': string
        'features.questions': string
        'features.surveys': string
        'features.viewersCount': string
        'features.viewersList': string
        'features.rewardsEarning': string
        'features.freeLive': string
        'features.freeReplay': string
        speakers: string
        moderators: string
        username: string
        country: string
        city: string
        status: string
        website: string
        'socials.facebook': string
        'socials.linkedin': string
        'socials.twitter': string
        'socials.youtube': string
        'options.highlight': string
        'options.endRegistration': string
        logo: string
        level: string
        hasPage: string
        pageContent: string
        pageFormat: string
        icon: string
        color: string
        'options.displayInLobby': string
      }
      person: {
        name: string
        email: string
        firstName: string
        lastName: string
        description: string
        avatar: string
        job: string
        company: string
      }
      personFields: {
        speakers: Text<'field'>
        moderators: Text<'field'>
        speaker: Text<'place' | 'field'>
        moderator: Text<'place' | 'field'>
      }
    }
    invitations: {
      title: string
      none: string
      open: Text<'until'>
      send: string
      sendAgain: string
      create: string
      revoke: string
      titleFor: Text<'name'>
      shownOnce: string
      use: Text<'email' | 'until'>
      link: string
      textToSend: string
      passOn: Text<'until'>
      another: string
      invite: string
      inviteSpeakers: Text<never, 'count'>
      column: string
      anyState: string
      states: {
        'not-invited': string
        invited: string
        active: string
      }
      invitedOn: Text<'day'>
      bulk: {
        title: Text<never, 'count'>
        intro: string
        introWithoutMail: string
        submit: Text<never, 'count'>
        active: Text<never, 'count'>
        alreadyInvited: Text<never, 'count'>
        noMailbox: Text<never, 'count'>
        refused: Text<never, 'count'>
        invited: Text<never, 'count'>
        nobody: string
      }
    }
    ledgers: {
      settings: {
        watching: string
        watchingOptions: {
          everyone: string
          signed_in: string
          accepted: string
        }
        watchingHint: string
        panelMinutes: string
        panelMinutesHint: string
        chat: string
        holdsLinks: string
        heldWords: string
        heldWordsHint: string
        points: string
        watched: string
        question: string
        questionHint: string
        survey: string
        pointsHint: string
        credits: string
        creditsOn: string
        creditsHint: string
        price: string
        priceHint: string
        grant: string
      }
      user: {
        credits: Text<never, 'count'>
        points: Text<never, 'total'>
        off: string
        kind: string
        kinds: {
          grant: string
          debit: string
        }
        amount: string
        note: string
        noteHint: string
        saveCredits: string
        pointsField: string
        pointsHint: string
        reason: string
        reasonHint: string
        savePoints: string
      }
      upload: {
        title: string
        intro: string
        file: string
        fileHint: string
        rows: string
        submit: string
        unreadable: string
        empty: string
        tooMany: Text<never, 'most'>
        notGranted: string
        format: Text<'line'>
        refused: Text<'line' | 'why'>
      }
      price: {
        title: Text<'talk'>
        link: string
        label: string
        hint: Text<never, 'price'>
      }
    }
    lists: {
      search: string
      sortOption: Text<'column' | 'direction'>
      alphabetical: readonly [string, string]
      byTime: readonly [string, string]
      byAge: readonly [string, string]
      numerical: readonly [string, string]
      apply: string
      clear: string
      all: string
      selectAll: string
      selectAllOnPage: string
      select: Text<'name'>
      edit: {
        title: Text<never, 'count'>
        others: Text<never, 'count'>
        noneSelected: string
        tooMany: Text<never, 'limit'>
        preview: string
        apply: Text<never, 'count'>
        stale: string
        willChange: Text<never, 'count'>
        more: Text<never, 'count'>
        unchanged: Text<never, 'count'>
        refused: Text<never, 'count'>
        edited: Text<never, 'count'>
      }
      filter: string
      sort: string
      columns: string
      activeFilters: string
      removeFilter: Text<'label' | 'value'>
      selection: string
      selected: Text<'n'>
      allMatching: string
      allMatchingCounted: Text<never, 'count'>
      range: Text<never, 'from' | 'to' | 'count'>
      rangeOfMore: Text<never, 'from' | 'to' | 'count'>
      moreThan: Text<never, 'count'>
      editRows: string
      exportRows: string
      counts: {
        talks: Text<never, 'count'>
        sponsors: Text<never, 'count'>
        users: Text<never, 'count'>
        speakers: Text<never, 'count'>
        registrations: Text<never, 'count'>
        surveys: Text<never, 'count'>
      }
    }
    messages: {
      title: string
      newMessage: string
      intro: string
      none: string
      to: string
      toHint: string
      who: string
      talk: string
      chooseTalk: string
      anyTalk: string
      track: string
      anyTrack: string
      tag: string
      tagHint: string
      state: string
      anyState: string
      states: {
        not_invited: string
        incomplete: string
      }
      ofTrack: Text<'track'>
      tagged: Text<'tag'>
      subject: string
      text: string
      textHint: string
      replyTo: string
      replyToHint: string
      when: string
      whens: {
        now: string
        at: string
      }
      at: string
      atHint: Text<'zone'>
      chooseTime: string
      recipientsNow: Text<never, 'count'>
      scheduledHint: string
      schedule: string
      scheduled: string
      scheduledAt: string
      canceled: string
      cancelMessage: string
      tooLate: string
      preview: string
      previewHint: string
      heldBack: string
      delivery: string
      cancel: string
      edit: string
      sendTest: string
      addresses: string
      progress: string
      sentAt: string
      queuing: string
      nobody: string
      queue: string
      groups: {
        everyone: string
        attendees: string
        speakers: string
        only_speakers: string
        only_moderators: string
        stars: string
        people: string
      }
      noMailServer: string
      testHint: Text<'email'>
      recipients: Text<never, 'count'>
      send: Text<never, 'count'>
      count: Text<'state', 'count'>
      message: string
      selectedPeople: Text<never, 'count'>
      noneAdvice: string
    }
    objects: {
      talks: {
        one: string
        many: string
        deleted: string
      }
      sponsors: {
        one: string
        many: string
        deleted: string
      }
      surveys: {
        one: string
        many: string
        deleted: string
      }
      users: {
        one: string
        many: string
        deleted: string
      }
      tabs: {
        edit: string
        access: string
        ledgers: string
        attendance: string
        history: string
        delete: string
      }
      viewPublicPage: string
      duplicate: string
      deleteNamed: Text<'name'>
      deleteTitle: Text<'name'>
      deleteFinal: string
      willBeDeleted: string
      willBeKept: string
      more: string
    }
    people: {
      speakers: {
        find: string
        legend: string
        one: Text<'position'>
      }
      moderators: {
        find: string
        legend: string
        one: Text<'position'>
      }
      pick: string
      pickNamed: Text<'name'>
      notFound: string
      thisPerson: string
      cannotModerate: string
      emailHint: string
      emailHintNamesOptional: string
      more: string
      job: string
      company: string
      usernameHint: string
      avatar: string
      description: string
      tags: string
      highlighted: string
      newPerson: string
      addNew: Text<'name'>
    }
    platforms: {
      title: string
      new: string
      intro: string
      platform: string
      name: string
      slug: string
      slugHint: string
      timeZoneHint: string
      owner: string
      create: string
      notCreated: string
      current: string
      otherHosts: string
      noHosts: string
      hosts: string
      hostsOf: Text<'name'>
      hostsHint: string
      created: {
        title: Text<'name'>
        notice: string
        password: Text<'email'>
        next: string
        addHosts: string
        all: string
      }
    }
    proposals: {
      title: string
      waiting: Text<'count'>
      empty: string
      changedSince: string
      changedMeanwhile: string
      approve: string
      picture: string
      editTalk: string
      rejectTitle: string
      reason: string
      reasonHint: string
      reject: string
      notRejected: string
    }
    recordings: {
      title: string
      off: TaggedText<'settings'>
      none: string
      full: string
      recording: Text<'duration' | 'size'>
      recorded: TaggedText<'talk', 'duration' | 'size'>
      keptUntil: Text<'day'>
      delete: string
      deletion: {
        title: string
        intro: string
        submit: string
      }
    }
    registrations: {
      title: string
      searchHint: string
      name: string
      about: string
      created: string
      review: string
      accept: string
      acceptNamed: Text<'name'>
      acceptSelected: string
      reject: string
      rejectNamed: Text<'name'>
      rejectSelected: string
      noRegistrations: string
      noRegistrationsAdvice: string
      noMatches: string
      accepted: Text<never, 'count'>
      rejected: Text<never, 'count'>
      refused: Text<never, 'count'>
      noneSelected: string
      placesTaken: Text<never, 'capacity' | 'accepted'>
      canExceed: string
      waitlisted: string
      answers: string
      settings: {
        title: string
        hasSignUp: string
        hasSignUpHint: string
        noAddress: string
        acceptance: string
        acceptances: {
          review: string
          automatic: string
          domains: string
        }
        domains: string
        domainsHint: string
        capacity: string
        capacityHint: string
        taken: Text<never, 'accepted' | 'waiting'>
        questions: string
        questionsHint: string
        question: Text<'place'>
        thisQuestion: string
        addQuestion: string
        label: string
        kind: string
        kinds: {
          text: string
          choice: string
          checkbox: string
        }
        choices: string
        choicesHint: string
        isRequired: string
        hasSummary: string
        hasSummaryHint: string
      }
      yes: string
    }
    requests: {
      title: string
      intro: Text<'zone'>
      notAnId: Text<'example'>
      key: string
      allKeys: string
      status: string
      allStatuses: string
      statuses: {
        ok: string
        errors: string
        refused: string
        failed: string
      }
      operation: string
      allOperations: string
      requestId: string
      caption: string
      time: string
      duration: string
      problems: string
      methodAndPath: string
      more: Text<never, 'count'>
      deletedKey: string
      noRequests: string
      noRequestsAdvice: TaggedText<'documentation'>
      noMatches: string
      notFound: string
      page: {
        title: string
        idLine: TaggedText<'id', 'text'>
        notLogged: string
        changes: string
        noChanges: string
        timesIn: Text<'zone'>
        curl: string
        curlHint: string
        body: string
        noBody: string
        masked: string
        response: string
        noResponse: string
        maskedResponse: string
      }
    }
    rooms: {
      intro: string
      provider: string
      providers: {
        address: string
        jitsi: string
        jaas: string
      }
      providerHint: string
      roomAddress: string
      roomAddressHint: string
      tokens: string
      appId: string
      appIdHint: string
      keyId: string
      keyIdHint: string
      key: string
      keyHint: string
      keySaved: Text<'time'>
      recordings: string
      recordsTalks: string
      recordsTalksHint: string
      recordingsGb: string
      recordingsGbHint: string
      test: {
        heading: string
        intro: string
        run: string
        answers: Text<'host' | 'status'>
        fails: Text<'host' | 'status'>
        problems: {
          private: Text<'host'>
          dns: Text<'host' | 'code'>
          certificate: Text<'host' | 'code'>
          timeout: Text<'host'>
          connection: Text<'host' | 'code'>
        }
        signs: string
        cannotSign: string
      }
    }
    search: {
      title: string
      hint: string
      keys: {
        mac: string
        other: string
      }
      nothing: Text<'q'>
      talks: string
      people: string
      sponsors: string
      surveys: string
      places: string
      all: {
        talks: string
        people: string
        sponsors: string
        surveys: string
      }
    }
    settings: {
      title: string
      tabs: {
        general: string
        features: string
        rooms: string
        live: string
        registration: string
        signIn: string
        emails: string
        passwords: string
        retention: string
        export: string
        advanced: string
        platforms: string
        design: string
      }
      general: {
        event: string
        name: string
        tagline: string
        taglineHint: string
        firstDay: string
        lastDay: string
        daysHint: string
        venue: string
        venueHint: string
        format: string
        formatHint: string
        timeZoneHint: string
        language: string
        languageHint: string
        languages: string
        languagesHint: string
        banner: string
        bannerHint: string
        logo: string
        logoHint: string
        icon: string
        iconHint: string
        accent: string
        accentHint: string
        accentHex: string
        accentDigits: string
        scheme: string
        schemes: {
          auto: string
          light: string
          dark: string
        }
        sponsorLevels: string
        sponsorLevelsHint: string
        sponsorLevel: Text<'level'>
        address: string
        hosts: string
        hostsHint: string
        noHosts: string
        operatorOnly: string
        pictures: string
        colors: string
        preview: {
          title: string
          link: string
          button: string
          badge: string
        }
      }
      features: {
        intro: string
        legend: string
        hints: {
          chat: string
          questions: string
          surveys: string
          viewersCount: string
          viewersList: string
          rewardsEarning: string
        }
        talkEditing: string
        talkEditingHint: string
        talkEditings: {
          off: string
          approval: string
          direct: string
        }
        questionsAreReviewed: string
        questionsAreReviewedHint: string
      }
      signIn: {
        links: string
        hasLinks: string
        hasLinksHint: string
        noMailServer: string
      }
      openId: {
        title: string
        intro: string
        redirectUri: string
        issuer: string
        issuerHint: string
        clientId: string
        clientSecret: string
        secretHint: string
        secretSaved: Text<'day'>
        label: string
        labelHint: string
        passwordHint: string
        test: string
        remove: string
        works: string
        noResponse: string
        noDiscoveryBecause: Text<'detail'>
        problems: {
          unreachable: Text<'detail'>
          forbidden_address: string
          no_discovery: string
          other_issuer: Text<'detail'>
          unsupported: Text<'detail'>
          denied: string
          client_refused: Text<'detail'>
          invalid_response: Text<'detail'>
        }
      }
      passwords: {
        intro: Text<never, 'shortest'>
        legend: string
        minLength: string
        minLengthHint: Text<never, 'shortest'>
        digits: string
        symbols: string
      }
      retention: {
        intro: string
        legend: string
        kinds: {
          attendance: string
          messages: string
          questions: string
          surveys: string
          favorites: string
          recordings: string
        }
        hints: {
          attendance: string
          messages: string
          questions: string
          surveys: string
          favorites: string
          recordings: string
        }
      }
      export: {
        intro: string
        kinds: {
          talks: string
          sponsors: string
          users: string
          messages: string
          questions: string
          surveys: string
          'survey-responses': string
          attendance: string
          points: string
          credits: string
          favorites: string
        }
      }
      viewSite: string
      groups: {
        event: string
        talks: string
        people: string
        data: string
        system: string
      }
      operator: {
        title: string
        mail: string
        address: string
        mediaPort: string
        streamPort: string
      }
    }
    signUps: {
      title: string
      waiting: Text<never, 'count'>
      intro: string
      introWithoutMail: string
      none: string
      email: string
      requested: string
      expires: string
      link: string
      createLink: string
      createLinkFor: Text<'email'>
      linkFor: Text<'email'>
      shownOnce: string
      use: Text<'email' | 'until'>
    }
    sponsors: {
      title: string
      searchHint: string
      name: string
      level: string
      allLevels: string
      visibility: string
      visible: {
        highlight: string
        lobby: string
        page: string
        sponsorsPage: string
      }
      speakers: string
      updated: string
      noSponsors: string
      noSponsorsAdvice: TaggedText<'add' | 'createKey'>
      noMatches: string
      form: {
        new: string
        logo: string
        icon: string
        website: string
        urlHint: string
        color: string
        colorHint: string
        displayInLobby: string
        displayInLobbyHint: string
        highlight: string
        highlightHint: string
        hasPage: string
        hasPageHint: string
        pageContent: string
        pageContentHint: string
        pageFormat: string
        pageFormats: {
          html: string
          markdown: string
        }
        speakersHint: string
        externalIdHint: string
        pictures: string
        page: string
        hasColor: string
        advanced: string
      }
      deletion: {
        sponsor: string
        sponsorWithPage: string
        accounts: Text<'emails'>
      }
    }
    streams: {
      title: string
      link: string
      linkNamed: Text<'title'>
      intro: string
      sourceIntro: Text<'host'>
      settings: string
      encoder: string
      server: string
      whip: string
      whipHint: string
      key: string
      noKey: string
      hasKey: Text<'time'>
      create: string
      renew: string
      renewHint: string
      shownOnce: string
      done: string
      status: string
      refresh: string
      states: {
        live: Text<'time'>
        lost: string
        waiting: string
        sourceLost: string
        connecting: string
        scheduled: string
        retrying: string
        unpublished: string
        over: string
      }
      lastInterruption: string
      picture: string
      pictureSize: Text<'width' | 'height'>
      bitRate: string
      bitRateValue: Text<'rate'>
      keyFrames: string
      keyFramesValue: Text<'seconds'>
      reasons: {
        malformed: Text<'time'>
        refused: Text<'time'>
        codec: Text<'time'>
        bit_rate: Text<'time'>
        key_frames: Text<'time'>
        times: Text<'time'>
        closed: Text<'time'>
        silent: Text<'time'>
        private: Text<'host' | 'time'>
        unreachable: Text<'host' | 'time'>
        certificate: Text<'host' | 'time'>
        not_found: Text<'host' | 'time'>
        too_many: Text<'time'>
      }
      portProblem: Text<'port' | 'problem'>
    }
    surveys: {
      title: string
      searchHint: string
      name: string
      state: string
      allStates: string
      about: string
      questions: string
      updated: string
      noSurveys: string
      noSurveysAdvice: TaggedText<'add'>
      noMatches: string
      view: string
      form: {
        new: string
        description: string
        talk: string
        wholeEvent: string
        opens: string
        openings: {
          by_hand: string
          talk_start: string
          talk_end: string
        }
        results: string
        visibilities: {
          after_answering: string
          after_closing: string
          moderators: string
        }
        anonymous: string
        anonymousHint: string
        editable: string
        editableHint: string
        questions: string
        questionsHint: string
        question: Text<'place'>
        thisQuestion: string
        addQuestion: string
        kind: string
        kinds: {
          single: string
          multiple: string
          scale: string
          text: string
        }
        text: string
        required: string
        options: string
        optionsHint: string
        min: string
        max: string
        minLabel: string
        maxLabel: string
        externalIdHint: string
        inUse: string
      }
      deletion: {
        survey: string
      }
    }
    talks: {
      title: string
      searchHint: string
      when: string
      anyTime: string
      upcoming: string
      past: string
      allTypes: string
      typeName: string
      allStates: string
      allKinds: string
      allTracks: string
      allRooms: string
      allLanguages: string
      label: string
      anyLabel: string
      speakers: string
      time: string
      updated: string
      live: string
      checked: Text<never, 'count'>
      noTalks: string
      noTalksAdvice: TaggedText<'add' | 'createKey'>
      bulk: {
        keep: string
        hint: string
        clear: {
          room: string
          track: string
          language: string
        }
        shift: string
        shiftHint: string
        shiftProblem: string
      }
      needs: string
      needsAnything: string
      checks: {
        conflict: string
        speakers: string
        video: string
        room: string
        picture: string
        description: string
      }
      favorites: string
      conflicts: {
        title: string
        when: Text<'day' | 'from' | 'to'>
        room: TaggedText<'talk', 'room' | 'title' | 'when'>
        speaker: TaggedText<'talk', 'name' | 'title' | 'when'>
      }
      noMatches: string
      form: {
        new: string
        preview: string
        exportChat: string
        exportQuestions: string
        title: string
        kind: string
        removesPeople: Text<never, 'count'>
        removesPeopleProblem: string
        state: string
        stateHint: string
        description: string
        descriptionHint: string
        details: string
        detailsHint: string
        schedule: string
        start: string
        startHint: Text<'zone'>
        duration: string
        timeZoneHint: string
        room: string
        chooseOrEnter: string
        track: string
        language: string
        languageOfEvent: string
        tags: string
        tagsHint: string
        hiddenTags: string
        hiddenTagsHint: string
        speakersHint: string
        moderatorsHint: string
        media: string
        type: string
        onSite: string
        types: {
          embedded: string
          rtmp: string
          youtube: string
          external: string
          replay: string
        }
        video: string
        videoHints: {
          rtmp: string
          youtube: string
          external: string
          replay: string
        }
        image: string
        files: string
        filesHint: string
        file: Text<'position'>
        thisFile: string
        fileLabel: string
        addFiles: string
        addFilesHint: string
        links: string
        link: Text<'position'>
        thisLink: string
        addLink: string
        linkLabel: string
        linkUrl: string
        labels: string
        featured: string
        recommended: string
        keynote: string
        available: string
        labelHints: {
          featured: string
          recommended: string
          keynote: string
          available: string
        }
        features: string
        featuresHint: string
        freeLive: string
        freeReplay: string
        noCredits: string
        externalIdHint: string
        noVideo: string
        text: string
        publication: string
        topic: string
        typeHint: string
        advanced: string
      }
      deletion: {
        talk: string
        room: string
        accounts: Text<'emails', 'count'>
      }
      editCell: Text<'label'>
      announcement: {
        send: string
        told: Text<never, 'count'>
        toldOnChange: Text<never, 'count'>
        saved: Text<never, 'count'>
      }
    }
    timetable: {
      title: string
      none: string
      partial: Text<never, 'limit'>
      published: Text<never, 'count'>
      days: string
      addDay: string
      noTalks: string
      noRoom: string
      everywhere: string
      bar: {
        none: string
        one: Text<'count'>
        other: Text<'count'>
        undo: string
        redo: string
        discard: string
        publish: string
        conflictsOne: Text<'count'>
        conflictsOther: Text<'count'>
      }
      scale: {
        label: string
        compact: string
        roomy: string
      }
      list: {
        search: string
        track: string
        allTracks: string
        dropHere: string
        noMatches: string
      }
      rooms: {
        add: string
        name: string
        confirm: string
        none: string
      }
      card: {
        minutes: Text<'count'>
        changed: string
        conflict: string
        help: string
      }
      move: {
        title: Text<'title'>
        room: string
        roomHint: string
        day: string
        time: string
        duration: string
        submit: string
        cancel: string
        edit: string
      }
      lift: {
        title: Text<'title'>
        help: string
        lifted: Text<'title' | 'place'>
        dropped: Text<'title' | 'place'>
        canceled: string
        undone: Text<'title' | 'place'>
        redone: Text<'title' | 'place'>
        discarded: string
      }
      place: Text<'day' | 'from' | 'to' | 'room'>
      placeWithoutRoom: Text<'day' | 'from' | 'to'>
      conflicts: {
        room: Text<'title' | 'room' | 'from' | 'to'>
        speaks: Text<'name' | 'from' | 'room'>
        speaksWithoutRoom: Text<'name' | 'from'>
        moderates: Text<'name' | 'from' | 'room'>
        moderatesWithoutRoom: Text<'name' | 'from'>
        break: Text<'title' | 'from' | 'to'>
        dates: string
        more: Text<'count'>
      }
      review: {
        title: Text<never, 'count'>
        nothing: string
        disputed: string
        disputedHint: string
        theirs: Text<'place'>
        mine: Text<'place'>
        gone: Text<never, 'count'>
        publish: string
        back: string
        failed: string
        part: Text<'part' | 'count'>
      }
    }
    userAccess: {
      title: Text<'name'>
      ownersOnly: string
      role: string
      roles: {
        attendee: string
        speaker: string
        admin: string
        owner: string
      }
      roleHint: string
      changeRole: string
      registration: string
      alwaysAccepted: string
      accept: string
      reject: string
      rejectedHint: string
      password: string
      resetLinkIntro: string
      createResetLink: string
      resetLink: string
      resetLinkShownOnce: string
      resetLinkTitle: Text<'name'>
      resetLinkUse: Text<'email' | 'until'>
      emailed: string
      notEmailed: string
      twoFactor: string
      twoFactorTitle: Text<'name'>
      twoFactorIntro: string
      turnOff: string
      turnOffTitle: string
      turnOffIntro: Text<'email'>
      notTurnedOff: string
      passwordHint: string
    }
    users: {
      title: string
      searchHint: string
      name: string
      role: string
      allRoles: string
      registration: string
      created: string
      noUsers: string
      noUsersAdvice: TaggedText<'add'>
      noMatches: string
      speakers: {
        title: string
        new: string
        intro: string
        highlighted: string
        yes: string
        no: string
        profile: string
        incomplete: string
        talks: string
        noSpeakers: string
        noSpeakersAdvice: TaggedText<'addTalk'>
        noMatches: string
      }
      form: {
        new: string
        type: string
        typeHint: string
        profile: string
        job: string
        company: string
        description: string
        descriptionHint: string
        avatar: string
        tags: string
        status: string
        noStatus: string
        highlight: string
        highlightHint: string
        contact: string
        city: string
        country: string
        timeZoneHint: string
        website: string
        externalIdHint: string
        advanced: string
        identity: string
        marks: string
      }
      deletion: {
        blocked: string
        onlySpeaker: string
        account: Text<'username' | 'email'>
        membership: {
          speaker: TaggedText<'talk', 'title'>
          moderator: TaggedText<'talk', 'title'>
          sponsor: TaggedText<'sponsor', 'name'>
        }
      }
      bulk: {
        addTag: string
        removeTag: string
        highlighted: string
        highlight: string
        unhighlight: string
      }
    }
    webhooks: {
      title: string
      intro: string
      noWebhooks: string
      noWebhooksAdvice: string
      ownersOnly: string
      new: string
      create: string
      notCreated: string
      form: {
        url: string
        urlHint: string
        maskedUrlHint: string
        description: string
        descriptionHint: string
        events: string
        allEvents: string
        selectedEvents: string
        kinds: {
          talk: {
            legend: string
            all: string
          }
          sponsor: {
            legend: string
            all: string
          }
          user: {
            legend: string
            all: string
          }
        }
        actions: {
          created: string
          updated: string
          deleted: string
        }
        noEvents: string
        enabled: string
        enabledHint: string
        passwordHint: string
      }
      status: {
        enabled: string
        disabled: string
        failing: string
        gone: string
        gaveUp: string
        failingSince: Text<'since'>
        urlAndCreated: Text<'url' | 'at'>
        events: string
        allEvents: string
        attempts: string
        failedAttempts: string
        pending: string
        failed: string
        oldSecretExpires: string
      }
      page: {
        documentTitle: string
        navigation: string
        deliveriesTab: string
        editTab: string
        sendTest: string
        rotate: string
        delete: string
        saved: string
        testQueued: string
        queued: Text<never, 'count'>
        redeliverRange: string
        redeliverIntro: Text<'zone'>
        from: string
        fromHint: string
        to: string
        toHint: string
        redeliver: string
        rangeProblems: {
          '/from minimum': string
          '/from maximum': string
          '/to minimum': string
          '/to maximum': string
        }
        notQueued: string
      }
      deliveries: {
        title: string
        intro: Text<'zone'>
        state: string
        allStates: string
        states: {
          pending: string
          delivered: string
          failed: string
        }
        noDeliveries: string
        noMatches: string
        event: string
        attempts: string
        lastResponse: string
        lastAttempt: string
        delivery: string
        deliveryNamed: Text<'id'>
      }
      delivery: {
        documentTitle: string
        intro: TaggedText<'id', 'text' | 'zone'>
        queued: string
        attemptsSinceQueued: string
        nextAttempt: string
        due: string
        object: string
        objectNamed: Text<'kind' | 'id'>
        redeliver: string
        request: string
        timeOfAttempt: string
        attempts: string
        noAttempts: string
        noResponse: string
        to: TaggedText<'url', 'text'>
      }
      rotation: {
        title: string
        intro: string
        submit: string
        failed: string
      }
      deletion: {
        title: string
        intro: TaggedText<'url', 'text'>
        submit: string
      }
      secret: {
        created: string
        rotated: string
        documentTitle: string
        notice: string
        secret: string
        use: TaggedText<'standard'>
      }
    }
  }
  offline: {
    title: string
    text: string
    links: Text<'agenda' | 'myAgenda'>
    notice: string
  }
  pagination: {
    label: string
    previous: string
    next: string
    newest: string
    older: string
    position: Text<'page' | 'pages'>
    page: Text<'page'>
  }
  questions: {
    heading: string
    list: string
    empty: string
    signIn: string
    ask: string
    yourQuestion: string
    placeholder: string
    anonymously: string
    reviewed: string
    byVotes: string
    newest: string
    sort: string
    all: string
    projector: string
    vote: Text<never, 'count'>
    votes: Text<never, 'count'>
    anonymous: string
    details: Text<'name'>
    nowOnStage: Text<'question'>
    states: {
      pending: string
      on_stage: string
      answered: string
      dismissed: string
    }
    playAnswer: Text<'place'>
    writtenAnswer: string
    actions: {
      approve: string
      dismiss: string
      putOnStage: string
      takeOffStage: string
      markAsAnswered: string
      more: string
      reopen: string
    }
    page: {
      title: string
      listTitle: Text<'talk'>
      withdraw: string
      answer: string
      answerHint: string
      saveAnswer: string
      mergeInto: string
      merge: string
      mergeHint: string
      mergedInto: string
      showAuthor: string
      showAuthorHint: string
      author: Text<'name'>
      unknownAuthor: string
    }
    fromMessage: {
      text: string
      submit: string
    }
    stage: {
      title: Text<'talk'>
      waiting: string
      noResults: string
      invitation: string
      charts: string
      chart: Text<never, 'place' | 'count'>
      previousChart: string
      nextChart: string
    }
  }
  resetLink: {
    title: string
    account: Text<'email' | 'platform'>
    submit: string
    invalidTitle: string
    invalidText: string
    signIn: string
  }
  room: {
    title: Text<'talk'>
    back: string
    goOnStage: string
    leave: string
    intro: string
    preview: string
    camera: string
    microphone: string
    none: string
    level: string
    onStage: string
    nobody: string
    cameraOn: string
    microphoneOn: string
    shareScreen: string
    mute: string
    unmute: string
    stopScreen: string
    remove: string
    muted: string
    states: {
      microphone: string
      camera: string
      screen: string
    }
    denied: string
    missing: string
    busy: string
    insecure: string
    lost: string
    removed: string
    live: string
    unseen: string
    waiting: string
    connecting: string
    sound: string
    pictureInPicture: string
    fullScreen: string
    view: string
    views: {
      speaker: string
      everyone: string
    }
    unsupported: string
    early: Text<'time'>
    locked: string
    ended: string
    you: string
    mutedYou: string
    hands: string
    handRaised: Text<'name'>
    noHands: string
    invite: string
    dismiss: string
    invitedPeople: string
    withdraw: string
    removedPeople: string
    letBack: string
    lock: string
    unlock: string
    end: string
    endTitle: string
    endText: string
    cancel: string
    raiseHand: string
    lowerHand: string
    handIsUp: string
    invited: string
    decline: string
    checkIn: TaggedText<'enter', 'time'>
    isRecorded: string
  }
  search: {
    submit: string
    filters: string
    tag: string
    allTags: string
    corrected: Text<'words' | 'corrected'>
    apply: string
    done: string
    clear: string
  }
  setup: {
    title: string
    text: string
    step: Text<never, 'number' | 'all'>
    event: string
    name: string
    language: string
    languageHint: string
    owner: string
    next: string
    skip: string
    place: {
      title: string
      text: string
      venueHint: string
    }
    format: {
      title: string
      text: string
      hints: {
        on_site: string
        online: string
        mixed: string
      }
    }
    submit: string
    invalidTitle: string
    invalidText: string
  }
  signIn: {
    title: string
    heading: Text<'platform'>
    name: string
    submit: string
    noAccount: string
    signUp: string
    forgotPassword: string
    forgotPasswordLink: TaggedText<'link'>
    hasAccount: string
    passwordSet: string
    accountDeleted: string
    failures: {
      refused: string
      step_expired: string
      password_expired: string
    }
    or: string
    byEmail: string
    link: {
      title: string
      text: string
      send: string
      withPassword: string
      sentTitle: string
      sent: string
      notReceived: string
      again: string
      confirm: Text<'email' | 'platform'>
      newPassword: string
      withNewPassword: string
      keepPassword: string
      invalid: string
    }
    passkey: {
      submit: string
      failed: string
    }
    openId: {
      submit: Text<'host'>
      failures: {
        too_many: string
        expired: string
        denied: string
        unverified: string
        closed: string
        refused: string
        unreachable: string
        misconfigured: string
        invalid_response: string
      }
    }
    twoFactor: {
      title: string
      code: string
      codeHint: string
      wrongCode: string
      otherAccount: string
    }
  }
  signUp: {
    title: string
    text: Text<'platform'>
    submit: string
    hasAccount: string
    signIn: string
    done: {
      title: string
      text: string
      titleWithoutMail: string
      textWithoutMail: string
      notReceived: string
      again: string
    }
    invalidText: string
    questions: Text<'email'>
    outlooks: {
      in_review: string
      waitlisted: string
    }
    choose: string
  }
  speakers: {
    title: string
    summary: Text<'platform'>
    search: string
    searchHint: string
    highlightedOnly: string
    noSpeakers: string
    noMatches: string
    showAll: string
    count: Text<never, 'count'>
    moreThan: Text<never, 'count'>
    letters: string
    highlighted: string
    profile: {
      represents: Text<'sponsors'>
      links: string
      talks: Text<never, 'count'>
      timeZone: Text<'zone'>
      ownTimeZone: Text<'name' | 'zone'>
      inAgenda: string
    }
  }
  sponsors: {
    title: string
    summary: Text<'platform'>
    noSponsors: string
    visit: Text<'host'>
    people: string
    talks: string
    others: string
  }
  stage: {
    label: string
    startsIn: Text<'time'>
    replayOpensIn: Text<'time'>
    opening: string
    liveWithoutVideo: string
    cancelled: string
    draft: TaggedText<'edit'>
    replayMissing: string
    endedWithVideo: string
    next: Text<'time' | 'title'>
    needsAccount: TaggedText<'signIn'>
    needsAcceptance: string
    room: Text<'title'>
    video: Text<'title'>
    recordingLater: string
    staffStream: TaggedText<'open'>
    staffVideo: TaggedText<'edit'>
    player: {
      problems: string
      openRecording: string
      openStream: string
      otherSite: Text<'host'>
      join: Text<'host'>
      unmute: string
      goLive: string
      unplayable: string
      unplayableAdvice: string
      waiting: string
      delayed: string
      notStarted: string
      startsByItself: string
      interrupted: string
      continuesByItself: string
      newTab: string
      play: string
      fromYoutube: string
      openYoutube: string
      openRoom: string
      roomClosed: string
      roomClosedAdvice: string
      roomClosedForStaff: TaggedText<'settings'>
      resume: Text<'time'>
      startOver: string
    }
  }
  surveys: {
    heading: string
    empty: string
    noneOpen: string
    noneOpenAdvice: TaggedText<'agenda'>
    opened: Text<'title'>
    states: {
      draft: string
      open: string
      closed: string
    }
    anonymous: string
    anonymousHint: string
    wholeEvent: string
    required: string
    anyNumber: string
    send: string
    change: string
    save: string
    signIn: string
    answeredMark: string
    answered: string
    closed: string
    notOpenYet: string
    resultsLater: string
    notSaved: string
    question: Text<'place'>
    results: string
    responses: Text<never, 'count'>
    texts: Text<never, 'count'>
    scaleValue: Text<'value', 'count'>
    value: string
    share: string
    count: Text<'share', 'count'>
    home: string
    moderation: {
      heading: string
      open: string
      reopen: string
      close: string
      show: string
      details: string
      edit: string
      erased: string
      responses: string
      responsesTitle: Text<'survey'>
      noResponses: string
      noResponsesAdvice: TaggedText<'view'>
      someone: string
      deleted: string
      noAnswer: string
      missing: string
      missingTitle: Text<'survey'>
      noneMissing: string
      unknown: string
      next: string
    }
  }
  talk: {
    moreSpeakers: Text<never, 'count'>
    phases: {
      upcoming: string
      live: string
      ended: string
      replay: string
      cancelled: string
    }
    early: string
    break: string
    draft: string
    keynote: string
    recommended: string
    about: string
    files: string
    pdf: Text<'size'>
    links: string
    tags: string
    speakersHeading: Text<never, 'count'>
    addToCalendar: string
    related: string
    neighbors: string
    previous: Text<'time'>
    next: Text<'time'>
    free: {
      live: string
      replay: string
      both: string
    }
  }
  time: {
    justNow: string
    soon: string
  }
  viewers: {
    count: Text<never, 'count'>
    here: Text<never, 'count'>
    takePart: string
    others: Text<never, 'count'>
    showList: string
    title: string
    intro: string
    introOnSite: string
    search: string
    searchHint: string
    total: Text<never, 'count'>
    nobody: string
    nobodyOnSite: string
    noMatches: string
    listed: TaggedText<'change'>
    unlisted: TaggedText<'change'>
    privacy: {
      title: string
      saved: string
      legend: string
      listed: string
      listedHint: string
    }
  }
}
