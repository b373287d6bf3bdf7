-- Tokens of one second record, which may not see the match that it is one of; and invitations that give one.

ALTER TABLE tokens
    ADD COLUMN blind_to uuid,
    DROP CONSTRAINT tokens_seat_check,
    ADD CONSTRAINT tokens_own_check CHECK ((match_id IS NULL) = (seat IS NULL AND blind_to IS NULL)
                                           AND (seat IS NULL OR blind_to IS NULL));

ALTER TABLE invitations
    ADD COLUMN blind_to uuid,
    DROP CONSTRAINT invitations_seat_check,
    ADD CONSTRAINT invitations_own_check CHECK ((match_id IS NULL) = (seat IS NULL AND blind_to IS NULL)
                                                AND (seat IS NULL OR blind_to IS NULL));
